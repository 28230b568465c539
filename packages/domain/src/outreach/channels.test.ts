import { expect, it } from 'vitest';
import { stepsFor, wayOf } from './channels.ts';

const email = { number: 1, channel: 'email', falls_back: true } as const;
const telegram = { number: 2, channel: 'telegram', falls_back: true } as const;
const alone = { number: 3, channel: 'telegram', falls_back: false } as const;
const steps = [email, telegram, alone];
const numbers = (reach: { hasEmail: boolean; hasTelegram: boolean }, messages: { step: number }[] = []) =>
  stepsFor(steps, reach, messages).map(({ number }) => number);

it('[TG-013] falls back to e-mail only if the step does and the person has an address', () => {
  expect([email, telegram, alone].map((step) => wayOf(step, { hasEmail: true, hasTelegram: true }))).toEqual([
    'email',
    'telegram',
    'telegram',
  ]);
  expect([email, telegram, alone].map((step) => wayOf(step, { hasEmail: true, hasTelegram: false }))).toEqual([
    'email',
    'email',
    undefined,
  ]);
  expect([email, telegram, alone].map((step) => wayOf(step, { hasEmail: false, hasTelegram: true }))).toEqual([
    undefined,
    'telegram',
    'telegram',
  ]);
  expect(wayOf(telegram, { hasEmail: false, hasTelegram: false })).toBeUndefined();
});

it('skips steps that do not reach a person unless they already have a message', () => {
  expect(numbers({ hasEmail: true, hasTelegram: false })).toEqual([1, 2]);
  expect(numbers({ hasEmail: false, hasTelegram: true })).toEqual([2, 3]);
  expect(numbers({ hasEmail: false, hasTelegram: true }, [{ step: 1 }])).toEqual([1, 2, 3]);
  expect(numbers({ hasEmail: false, hasTelegram: false })).toEqual([1]);
  expect(numbers({ hasEmail: false, hasTelegram: false }, [{ step: 2 }])).toEqual([2]);
});
