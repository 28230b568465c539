import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { leaderOf, textForPerson, variablesOf, variantText } from './variants.ts';

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
    { ...first, number: 5, channel: 'email', custom_variables: [] },
    { ...plain, number: 2, channel: 'telegram', position: 1, subject: '', custom_variables: [] },
    { ...plain, number: 7, channel: 'email', position: 2, subject: '', custom_variables: [] },
    { ...plain, number: 8, channel: 'email', position: 3, subject: ' ', custom_variables: [] },
  ];
  const shown = (variant: 'a' | 'b', own: { step: number; subject: string | null; body: string | null }[] = []) =>
    numbered.map((step) => textForPerson(step, { variant, steps: numbered, own }).subject);
  expect(shown('a')).toEqual(['Job at {{COMPANY}}', '', 'Re: Job at {{COMPANY}}', 'Re: Job at {{COMPANY}}']);
  expect(shown('b')[2]).toBe('Re: A question, {{FIRST_NAME}}');
  expect(shown('a', [{ step: 5, subject: 'RE: Hello Ada', body: null }])).toEqual(['RE: Hello Ada', '', 'RE: Hello Ada', 'RE: Hello Ada']);
  expect(textForPerson({ ...numbered[2]!, position: 0 }, { variant: 'a', steps: numbered, own: [] }).subject).toBe('');
});

const variable = (name: string, value: string) => ({ name, value });
const stepOf = (number: number, channel: string, subject: string) => ({
  ...plain,
  number,
  channel,
  subject,
  position: number,
  custom_variables: [],
});

it('[MAIL-006] takes the variables with the subject, for names without a fallback of its own', () => {
  const source = {
    ...plain,
    number: 1,
    channel: 'email',
    position: 0,
    subject: '{{ROLE}} in {{CITY}}',
    custom_variables: [variable('ROLE', 'Go developer'), variable('CITY', 'Berlin')],
  };
  const message = { ...plain, number: 2, channel: 'telegram', position: 1, subject: '', custom_variables: [variable('TEAM', 'Search')] };
  const reply = {
    ...plain,
    number: 3,
    channel: 'email',
    position: 2,
    subject: '',
    custom_variables: [variable('ROLE', ''), variable('CITY', 'Bonn')],
  };
  const all = [source, message, reply];
  const textOf = (step: typeof source, more = {}) => textForPerson(step, { variant: 'a', steps: all, own: [], ...more });
  const taken = [variable('CITY', 'Bonn'), variable('ROLE', 'Go developer')];
  expect(textOf(reply)).toMatchObject({ subject: 'Re: {{ROLE}} in {{CITY}}', variables: taken });
  expect(variablesOf(reply, all)).toEqual(taken);
  expect(variablesOf({ ...reply, subject: 'Mine' }, all)).toEqual(reply.custom_variables);
  expect(textOf(message)).toMatchObject({ subject: '', variables: message.custom_variables });
  expect(textOf(message, { asEmail: true })).toMatchObject({
    subject: source.subject,
    variables: [...message.custom_variables, ...source.custom_variables],
  });
});

it('[MAIL-006] replies to an e-mail rather than to the subject of a Telegram message', () => {
  const shown = (...all: ReturnType<typeof stepOf>[]) =>
    all.map((one) => textForPerson(one, { variant: 'a', steps: all, own: [] }).subject).at(-1);
  expect(shown(stepOf(0, 'email', 'Go in Berlin'), stepOf(1, 'telegram', 'Instead'), stepOf(2, 'email', ''))).toBe('Re: Go in Berlin');
  expect(shown(stepOf(0, 'telegram', 'Instead'), stepOf(1, 'email', ''))).toBe('Re: Instead');
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
