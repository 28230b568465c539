import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { leaderOf, textForPerson, variantText } from './variants.ts';

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

it('sends a follow-up under the subject that its reader received', () => {
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

it('[MAIL-006] an e-mail without a subject replies to the subject that the person received', () => {
  const numbered = [
    { ...first, number: 5, channel: 'email' },
    { ...plain, number: 2, channel: 'telegram', position: 1, subject: '' },
    { ...plain, number: 7, channel: 'email', position: 2, subject: '' },
    { ...plain, number: 8, channel: 'email', position: 3, subject: ' ' },
  ];
  const shown = (variant: 'a' | 'b', own: { step: number; subject: string | null; body: string | null }[] = []) =>
    numbered.map((step) => textForPerson(step, { variant, steps: numbered, own }).subject);
  expect(shown('a')).toEqual(['Job at {{COMPANY}}', '', 'Re: Job at {{COMPANY}}', 'Re: Job at {{COMPANY}}']);
  expect(shown('b')[2]).toBe('Re: A question, {{FIRST_NAME}}');
  expect(shown('a', [{ step: 5, subject: 'RE: Hello Ada', body: null }])).toEqual(['RE: Hello Ada', '', 'RE: Hello Ada', 'RE: Hello Ada']);
  expect(textForPerson({ ...numbered[2]!, position: 0 }, { variant: 'a', steps: numbered, own: [] }).subject).toBe('');
});

it('A/B test: names a leader only if the difference is significant', () => {
  expect(leaderOf({ sent: 100, replied: 20 }, { sent: 100, replied: 5 })).toBe('a');
  expect(leaderOf({ sent: 100, replied: 5 }, { sent: 100, replied: 20 })).toBe('b');
  expect(leaderOf({ sent: 100, replied: 10 }, { sent: 100, replied: 12 })).toBeNull();
  expect(leaderOf({ sent: 4, replied: 4 }, { sent: 4, replied: 0 })).toBeNull();
  assert(
    property(array(integer({ min: 0, max: 500 }), { minLength: 4, maxLength: 4 }), ([a = 0, b = 0, c = 0, d = 0]) => {
      const [one, other] = [
        { sent: a + b, replied: a },
        { sent: c + d, replied: c },
      ];
      const [leader, mirrored] = [leaderOf(one, other), leaderOf(other, one)];
      expect(mirrored).toBe(leader === null ? null : leader === 'a' ? 'b' : 'a');
    }),
  );
});
