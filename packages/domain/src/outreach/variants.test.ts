import { expect, it } from 'vitest';
import { variantText } from './variants.ts';

const plain = { body: 'x', subject_b: null, body_b: null };
const first = { position: 0, subject: 'Job at {{COMPANY}}', body: 'a', subject_b: 'A question, {{FIRST_NAME}}', body_b: 'b' };
const steps = [
  first,
  { ...plain, position: 1, subject: 'Re: Job at {{COMPANY}}' },
  { ...plain, position: 2, subject: 'Another matter' },
  { ...plain, position: 3, subject: 'Job at {{COMPANY}}' },
  { ...plain, position: 4, subject: '' },
];
const subjects = (variant: 'a' | 'b') => steps.map((step) => variantText(step, { variant, steps }).subject);

it('a follow-up goes out under the subject that its reader got before', () => {
  expect(subjects('a')).toEqual(steps.map(({ subject }) => subject));
  expect(subjects('b')).toEqual([
    'A question, {{FIRST_NAME}}',
    'Re: A question, {{FIRST_NAME}}',
    'Another matter',
    'Job at {{COMPANY}}',
    '',
  ]);
  expect(variantText(first, { variant: 'b', steps }).body).toBe('b');
});
