import { describe, expect, it } from 'vitest';
import { linkAddress, looksDead } from './links.ts';
import { lintMessage } from './lint.ts';
import { builtInVariables } from './variables.ts';

const lint = (input: Partial<Parameters<typeof lintMessage>[0]>) =>
  lintMessage({ subject: '', body: '', custom: [], ...input }, builtInVariables);

describe('links', () => {
  it('[EDIT-010] [EDIT-011] [EDIT-012] get http:// if they have no scheme, and lead to pages and mailboxes only', () => {
    expect(linkAddress('example.org/a?b=c')).toBe('http://example.org/a?b=c');
    expect(linkAddress('  https://a.io ')).toBe('https://a.io');
    expect(linkAddress('HTTP://A.io')).toBe('HTTP://A.io');
    expect(linkAddress('mailto:a@b.io')).toBe('mailto:a@b.io');
    expect(linkAddress('//cdn.io/x')).toBe('http://cdn.io/x');
    expect(linkAddress('host.io:8080/x')).toBe('http://host.io:8080/x');
    for (const bad of ['', '  ', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.io', 'file:///etc/passwd', 'JaVaScRiPt:1'])
      expect(linkAddress(bad)).toBeUndefined();
  });

  it('[EDIT-012] are reported if nothing can open them', () => {
    for (const bad of [
      '',
      '#',
      'http://',
      'localhost:3000',
      'https://intranet/x',
      'http://a b.io',
      'mailto:nobody',
      'javascript:1',
      'http://www.site.test',
    ])
      expect([bad, looksDead(bad)]).toEqual([bad, true]);
    for (const good of [
      'https://example.com',
      'https://site.io/a#b',
      'вакансии.рф',
      'mailto:a@b.io',
      'https://u@site.io:8080?x=1',
      'https://{{SITE}}',
    ])
      expect([good, looksDead(good)]).toEqual([good, false]);
  });
});

describe('message lint', () => {
  it('[EDIT-035] reports unknown variables and variables without a value for the person', () => {
    const values = { FIRST_NAME: '', LAST_NAME: 'Lee' };
    expect(lint({ subject: '{{FIRST_NAME}} {{NAME}}', body: '<p>{{LAST_NAME}}</p>', values })).toEqual([
      { kind: 'empty_variable', at: 'subject', name: 'FIRST_NAME' },
      { kind: 'unknown_variable', at: 'subject', name: 'NAME' },
    ]);
    expect(lint({ subject: '{{FIRST_NAME}}', custom: [{ name: 'FIRST_NAME', value: 'there' }], values })).toEqual([]);
  });

  it('[EDIT-040] asks for fallbacks in texts for many people', () => {
    expect(lint({ body: '{{FIRST_NAME}} {{SENDER_NAME}} {{SALARY}}', custom: [{ name: 'SALARY', value: '' }] })).toEqual([
      { kind: 'no_fallback', at: 'body', name: 'FIRST_NAME' },
      { kind: 'no_fallback', at: 'body', name: 'SALARY' },
    ]);
  });

  it('[EDIT-012] reports dead links once, and large images by their sum', () => {
    const body = `<a href="#">x</a> <a class="y" href='#'>y</a> <a href="https://site.io/?a=1&amp;b=2">z</a>`;
    expect(lint({ body, images: [900, 125] })).toEqual([
      { kind: 'dead_link', at: 'body', url: '#' },
      { kind: 'heavy_images', at: 'body', kilobytes: 1025 },
    ]);
    expect(lint({ images: [1024] })).toEqual([]);
  });

  it('[EDIT-044] asks for an unsubscribe link in mailings', () => {
    expect(lint({ mass: true })).toEqual([{ kind: 'no_unsubscribe', at: 'body' }]);
    expect(lint({ mass: true, body: '{{UNSUBSCRIBE}}' })).toEqual([]);
  });
});
