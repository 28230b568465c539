import { expect, it } from 'vitest';
import { type Reach, type StepChannel, stepsFor, channelFor } from './channels.ts';

const email = { number: 1, channel: 'email', falls_back: true } as const;
const telegram = { number: 2, channel: 'telegram', falls_back: true } as const;
const alone = { number: 3, channel: 'telegram', falls_back: false } as const;
const steps = [email, telegram, alone];
const by = (...channels: StepChannel[]): Reach => new Set(channels);
const numbers = (reach: Reach, messages: { step: number }[] = []) => stepsFor(steps, reach, messages).map(({ number }) => number);

it('[TG-013] falls back to e-mail only if the step does and the person has an address', () => {
  expect([email, telegram, alone].map((step) => channelFor(step, by('email', 'telegram')))).toEqual(['email', 'telegram', 'telegram']);
  expect([email, telegram, alone].map((step) => channelFor(step, by('email')))).toEqual(['email', 'email', undefined]);
  expect([email, telegram, alone].map((step) => channelFor(step, by('telegram')))).toEqual([undefined, 'telegram', 'telegram']);
  expect(channelFor(telegram, by())).toBeUndefined();
});

it('skips steps that do not reach a person unless they already have a message', () => {
  expect(numbers(by('email'))).toEqual([1, 2]);
  expect(numbers(by('telegram'))).toEqual([2, 3]);
  expect(numbers(by('telegram'), [{ step: 1 }])).toEqual([1, 2, 3]);
  expect(numbers(by())).toEqual([1]);
  expect(numbers(by(), [{ step: 2 }])).toEqual([2]);
});
