import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message } from './errors.ts';
import { sendDelayInfo } from './mailing-launches.ts';
import { z } from 'zod';
import { chosenDay, issueMessage, name, optionalName, text, wholeNumber } from './validation.ts';

const said = (schema: ReturnType<typeof text>, given: unknown) =>
  schema.safeParse(given).error?.issues.map((issue) => issueMessage(issue, 'ru')) ?? [];
const empty = [message('field_empty', 'ru')];
const turned = [message('field_direction', 'ru')];

const issuesOf = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues.map((issue) => issueMessage(issue, 'ru'));

describe('formats', () => {
  it('[ACC-060] [COMP-071] name an empty value and a wrong one', () => {
    for (const schema of [chosenDay, z.email(), z.url()]) expect(issuesOf(schema, '')?.[0]).toEqual(empty[0]);
    expect(issuesOf(chosenDay, '2026-02-30')).toEqual([message('field_date', 'ru')]);
    expect(issuesOf(z.email(), 'nobody')).toEqual([message('field_email', 'ru')]);
  });
});

describe('texts', () => {
  it('[SAVQ-008] [VAC-052] count as empty without visible characters, with one error', () => {
    const unseen = [
      '',
      '  ',
      '\u200B',
      '\u2060\u200D \uFEFF',
      '\u3164',
      '\u2800',
      '\u00AD',
      '\u200E\u200F',
      '\uFE0F',
      '\u{E0041}',
      '\u0007',
    ];
    for (const given of unseen) {
      expect(said(text(), given)).toEqual(empty);
      expect(said(name(), given)).toEqual(empty);
    }
    expect(said(name(100), 'x'.repeat(101))).toEqual([message('field_too_long', 'ru', { count: 100 })]);
  });

  it('[SAVQ-008] [VAC-052] keep characters that languages and emoji need', () => {
    for (const given of ['Иванов', 'می\u200Cخواهم', '\u200Fשלום', '👩\u200D💻', '❤\uFE0F', '.', '×', 'a\u00ADb', '日本']) {
      expect(name().parse(given)).toBe(given.trim());
      expect(optionalName().parse(given)).toBe(given.trim());
    }
    const letters = fc.string({ unit: fc.constantFrom('a', 'я', 'ע', '7', '\u200B'), minLength: 1, maxLength: 20 });
    fc.assert(fc.property(letters, (given) => said(name(), given).length === 0 || /^\u200B+$/.test(given)));
  });

  it('[SAVQ-008] [VAC-052] reject direction overrides in names', () => {
    for (const given of ['\u202Eabc', 'abc\u202Dd']) {
      expect(said(name(), given)).toEqual(turned);
      expect(said(optionalName(), given)).toEqual(turned);
      expect(text().parse(given)).toBe(given);
    }
    expect(optionalName().parse('')).toBe('');
  });

  it('[EMP-019] [EMP-032] turn names into one line, and invisible names into nothing', () => {
    for (const given of ['Ada\nLovelace', 'Ada\r\nLovelace', ' Ada\tLovelace\n', 'Ada\u2028Lovelace']) {
      expect(name().parse(given)).toBe('Ada Lovelace');
      expect(optionalName().parse(given)).toBe('Ada Lovelace');
    }
    for (const given of ['\u200B', '\u2060\u200D \uFEFF', '\u2800']) expect(optionalName().parse(given)).toBe('');
  });
});

describe('whole numbers', () => {
  const limit = wholeNumber({ least: 0, most: 100 });
  const messages = (given: unknown) => limit.safeParse(given).error?.issues.map((issue) => issueMessage(issue, 'ru')) ?? [];

  it('[TG-056] are never 0 for empty input', () => {
    for (const given of ['', ' ', null, undefined]) expect([given, messages(given)]).toEqual([given, empty]);
    expect(sendDelayInfo.parse({ type: 'delay', delay_days: null })).toMatchObject({ delay_days: null });
    expect(sendDelayInfo.safeParse({ type: 'delay', delay_days: '' }).success).toBe(false);
  });

  it('[TG-056] accept numbers and digit strings only', () => {
    for (const given of [true, false, [], [5], {}, '5x', '0x10', '1e2', '-', '9'.repeat(400)])
      expect([given, messages(given)]).toEqual([given, [message('field_number', 'ru')]]);
    for (const given of [1.5, '1.5']) expect(messages(given)).toEqual([message('field_integer', 'ru')]);
    expect(messages('-1')).toEqual([message('field_too_small', 'ru', { min: '0' })]);
    expect(messages(101)).toEqual([message('field_too_big', 'ru', { max: '100' })]);
    expect([0, 100, '0', ' 42 '].map((given) => limit.parse(given))).toEqual([0, 100, 0, 42]);
  });
});
