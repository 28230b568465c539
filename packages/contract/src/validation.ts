import { z } from 'zod';
import { catalogue, type Language, message, type MessageKey } from './errors.ts';

type Issue = z.core.$ZodIssue;

const formats: Record<string, 'field_email' | 'field_url' | 'field_date' | 'field_moment'> = {
  email: 'field_email',
  url: 'field_url',
  date: 'field_date',
  datetime: 'field_moment',
};

// The input is known only here; raised issues lack it.
const absent = 'absent';
const isAbsent = ({ code, input }: z.core.$ZodRawIssue) =>
  (code === 'invalid_type' && (input ?? null) === null) || (code === 'invalid_format' && input === '');
z.config({ customError: (issue) => (isAbsent(issue) ? absent : undefined) });

function tooSmall(issue: z.core.$ZodIssueTooSmall, language: Language): string {
  const min = Number(issue.minimum);
  if (issue.origin === 'string') return min <= 1 ? message('field_empty', language) : message('field_too_short', language, { count: min });
  if (issue.origin === 'array' || issue.origin === 'set') return message('field_too_few', language, { min });
  // Unformatted, as it may be a year.
  return message('field_too_small', language, { min: String(issue.inclusive ? min : min + 1) });
}

function tooBig(issue: z.core.$ZodIssueTooBig, language: Language): string {
  const max = Number(issue.maximum);
  if (issue.origin === 'string') return message('field_too_long', language, { count: max });
  if (issue.origin === 'array' || issue.origin === 'set') return message('field_too_many', language, { count: max });
  return message('field_too_big', language, { max: String(max) });
}

function wrongType(issue: z.core.$ZodIssueInvalidType, language: Language): string {
  if (issue.message === absent) return message('field_empty', language);
  if (issue.expected === 'int') return message('field_integer', language);
  return message(issue.expected === 'number' ? 'field_number' : 'field_type', language);
}

export function issueMessage(issue: Issue, language: Language): string {
  if (issue.message in catalogue) return message(issue.message as MessageKey, language);
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue, language);
    case 'too_big':
      return tooBig(issue, language);
    case 'invalid_type':
      return wrongType(issue, language);
    case 'invalid_value':
      return message('field_choice', language, { options: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return message(issue.message === absent ? 'field_empty' : (formats[issue.format] ?? 'field_invalid'), language);
    case 'unrecognized_keys':
      return message('field_unknown', language);
    default:
      return message('field_invalid', language);
  }
}

/** Invisible characters. Unicode classifies the blank braille cell as a symbol. */
const unseen = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;
/** Direction overrides make a name look like another one. */
const overrides = /[\u202D\u202E]/;

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const inOneLine = (value: string) => value.replaceAll(lineBreaks, ' ').trim();

/** Requires a visible character after trimming; 1 to `max` characters. */
export const text = (max = 255) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !unseen.test(value), 'field_empty');
export const name = (max = 255) =>
  text(max)
    .overwrite(inOneLine)
    .refine((value) => !overrides.test(value), 'field_direction');
export const optionalText = (max = 255) => z.string().trim().max(max);
export const optionalName = (max = 255) =>
  optionalText(max)
    .overwrite((value) => (unseen.test(value) ? '' : inOneLine(value)))
    .refine((value) => !overrides.test(value), 'field_direction');
/** Accepts digit strings; empty input is no number. */
function typedNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const typed = value.trim();
  if (typed === '') return null;
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : value;
}
export const wholeNumber = ({ least, most }: { least: number; most: number }) =>
  z.preprocess(typedNumber, z.number().int().min(least).max(most));
/** Null: not stated. */
export const optionalNumber = ({ least, most }: { least: number; most: number }) =>
  z.preprocess(typedNumber, z.number().int().min(least).max(most).nullable());
/** Also accepts strings, for paths and queries. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const idList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(id).max(1000),
);
/** RSLT-025, DEC-17 */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
};
/** RSLT-004 */
export const pages = z.object({ current: z.number().int(), total: z.number().int() });
export const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean(),
);
/** ISO 8601 with zone. */
export const moment = z.iso.datetime({ offset: true });
/** The database has no year 0, and computed dates must stay within four digits too. */
const isWithin = (date: string): boolean => date >= '1970' && date < '3000';
export const chosenMoment = moment.refine(isWithin, 'field_date');
export const chosenDay = z.iso.date().refine(isWithin, 'field_date');
