import { expect, it } from 'vitest';
import { type Branding, brandingOf } from './branding.ts';

const branding = (name: string, hosts: string[]): Branding => ({
  name,
  hosts,
  logo: undefined,
  festiveLogo: undefined,
  links: { extension: null, help: null },
  requestDemo: null,
  apps: undefined,
});

it('[I18N-002] [I18N-007] is selected by host; an unknown host uses the first', () => {
  const brandings = [branding('Headwater', []), branding('Исток', ['people.example.com', '*.ru', '*.рф'])] as const;
  const nameAt = (host: string) => brandingOf(brandings, host).name;
  const russian = ['people.example.com', 'PEOPLE.example.com', 'hr.company.ru', 'xn--h1akdx.xn--p1ai', 'исток.рф'];
  const other = ['127.0.0.1', 'localhost', 'example.com', 'ru', 'ru.example.com', 'people.example.com.evil.test', ''];
  expect(russian.map(nameAt)).toEqual(russian.map(() => 'Исток'));
  expect(other.map(nameAt)).toEqual(other.map(() => 'Headwater'));
});
