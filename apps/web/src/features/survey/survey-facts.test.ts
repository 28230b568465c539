import { expect, it } from 'vitest';
import type { CurrentUser } from '@headwater/contract/accounts';
import { surveyFacts } from './survey-facts.ts';

it('[SHELL-034] sends the service only e-mail, join date, language and account', () => {
  const person = { id: 7, name: 'Ann Lee', email: 'ann@acme.test', date_joined: '2026-01-02T00:00:00.000Z' };
  const asks = (language: 'ru' | null) =>
    surveyFacts({ ...person, settings: { language, range_measure: 'km' } } as CurrentUser, { account: 'acme-7', language: 'en' });
  expect(asks('ru')).toEqual({ email: 'ann@acme.test', date_joined: '2026-01-02T00:00:00.000Z', language: 'ru', account: 'acme-7' });
  expect(asks(null).language).toBe('en');
});
