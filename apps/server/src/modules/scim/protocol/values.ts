import { z } from 'zod';
import { invalid } from './error.ts';

const longest = 255;
const most = 20;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of a list. A value alone is a list of one. */
export const listOf = (input: unknown): unknown[] =>
  input === null || input === undefined ? [] : Array.isArray(input) ? (input as unknown[]) : [input];

/** One line, without signs that are not seen. */
const oneLine = (text: string) => text.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();

/** Some programs write `[x]`, `{"value": x}` or `[{"value": x}]` for x. */
function unwrapped(value: unknown): unknown {
  const only = Array.isArray(value) && value.length < 2 ? (value as unknown[])[0] : value;
  return isObject(only) && Object.hasOwn(only, 'value') ? only['value'] : only;
}

/** Returns '' for a missing value. Numbers become texts: some programs send ids and cost centers so. Throws ScimError. */
export function textOf(name: string, value: unknown): string {
  const plain = unwrapped(value) ?? '';
  if (typeof plain !== 'string' && typeof plain !== 'number') throw invalid(`${name} is a text`);
  const text = oneLine(String(plain));
  if (text.length > longest) throw invalid(`${name} has at most ${longest} characters`);
  return text;
}

const flags = new Map<string, boolean | undefined>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', undefined],
]);

/** Undefined for a value that is no text, number or boolean. */
function wordOf(value: unknown): string | undefined {
  const plain = unwrapped(value) ?? '';
  return ['string', 'number', 'boolean'].includes(typeof plain) ? String(plain).trim().toLowerCase() : undefined;
}

/** Reads true, "True" and 1. Returns undefined for an empty value. Throws ScimError. */
export function flagOf(name: string, value: unknown): boolean | undefined {
  const word = wordOf(value);
  if (word === undefined || !flags.has(word)) throw invalid(`${name} is true or false`);
  return flags.get(word);
}

/** Whether the value is a readable "false". */
export const isFalse = (value: unknown): boolean => flags.get(wordOf(value) ?? '') === false;

/** A language of the product; null for others, and for none. Throws ScimError. */
export function languageOf(name: string, value: unknown): 'en' | 'ru' | null {
  const found = /^(en|ru)(?![a-z])/i.exec(textOf(name, value))?.[1]?.toLowerCase();
  return found === 'en' || found === 'ru' ? found : null;
}

export interface Email {
  value: string;
  type?: string;
  primary?: boolean;
}

const address = z.email().max(longest);
export const isAddress = (text: string): boolean => address.safeParse(text).success;

/** Returns undefined for an entry without an address: providers send those for people without one. Throws ScimError. */
export function emailOf(input: unknown): Email | undefined {
  const parts = isObject(input) ? input : { value: input };
  const value = textOf('emails.value', parts['value']);
  if (value === '') return undefined;
  if (!isAddress(value)) throw invalid('emails.value is an email address');
  const type = textOf('emails.type', parts['type']).slice(0, 50);
  const primary = flagOf('emails.primary', parts['primary']);
  return { value, ...(type === '' ? {} : { type }), ...(primary === undefined ? {} : { primary }) };
}

/** Of these at most one is the primary one: the first that says so. Throws ScimError. */
export function emailsOf(input: unknown): Email[] {
  const emails = listOf(input).flatMap((each) => emailOf(each) ?? []);
  if (emails.length > most) throw invalid(`At most ${most} emails`);
  const first = emails.findIndex(({ primary }) => primary === true);
  return emails.map((email, index) => (email.primary === true && index !== first ? { ...email, primary: false } : email));
}

/** The one to sign in with; undefined where there is none. */
export const primaryAddress = (emails: readonly Email[]): string | undefined =>
  (emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0])?.value;
