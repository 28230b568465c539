import { z } from 'zod';
import { invalid } from './error.ts';

const maxLength = 255;
const maxEmails = 20;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (input: unknown): unknown[] =>
  input === null || input === undefined ? [] : Array.isArray(input) ? (input as unknown[]) : [input];

/** Removes control characters and line breaks. */
const oneLine = (text: string) => text.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();

/** Some clients send `[x]`, `{"value": x}` or `[{"value": x}]` for x. */
function unwrap(value: unknown): unknown {
  const only = Array.isArray(value) && value.length < 2 ? (value as unknown[])[0] : value;
  return isObject(only) && Object.hasOwn(only, 'value') ? only['value'] : only;
}

/** Returns '' for a missing value. Some clients send numbers. */
export function textOf(name: string, value: unknown): string {
  const plain = unwrap(value) ?? '';
  if (typeof plain !== 'string' && typeof plain !== 'number') throw invalid(`${name} is a text`);
  const text = oneLine(String(plain));
  if (text.length > maxLength) throw invalid(`${name} has at most ${maxLength} characters`);
  return text;
}

const flags = new Map<string, boolean | undefined>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', undefined],
]);

function flagText(value: unknown): string | undefined {
  const plain = unwrap(value) ?? '';
  return ['string', 'number', 'boolean'].includes(typeof plain) ? String(plain).trim().toLowerCase() : undefined;
}

/** Accepts true, "True" and 1. Undefined for an empty value. */
export function flagOf(name: string, value: unknown): boolean | undefined {
  const word = flagText(value);
  if (word === undefined || !flags.has(word)) throw invalid(`${name} is true or false`);
  return flags.get(word);
}

export const isFalse = (value: unknown): boolean => flags.get(flagText(value) ?? '') === false;

/** Null for other languages. */
export function languageOf(name: string, value: unknown): 'en' | 'ru' | null {
  const found = /^(en|ru)(?![a-z])/i.exec(textOf(name, value))?.[1]?.toLowerCase();
  return found === 'en' || found === 'ru' ? found : null;
}

export interface Email {
  value: string;
  type?: string;
  primary?: boolean;
}

const address = z.email().max(maxLength);
export const isAddress = (text: string): boolean => address.safeParse(text).success;

/** Undefined for entries without an address, which some providers send. */
export function emailOf(input: unknown): Email | undefined {
  const parts = isObject(input) ? input : { value: input };
  const value = textOf('emails.value', parts['value']);
  if (value === '') return undefined;
  if (!isAddress(value)) throw invalid('emails.value is an email address');
  const type = textOf('emails.type', parts['type']).slice(0, 50);
  const primary = flagOf('emails.primary', parts['primary']);
  return { value, ...(type === '' ? {} : { type }), ...(primary === undefined ? {} : { primary }) };
}

/** Only the first primary address stays primary. */
export function emailsOf(input: unknown): Email[] {
  const emails = listOf(input).flatMap((each) => emailOf(each) ?? []);
  if (emails.length > maxEmails) throw invalid(`At most ${maxEmails} emails`);
  const first = emails.findIndex(({ primary }) => primary === true);
  return emails.map((email, index) => (email.primary === true && index !== first ? { ...email, primary: false } : email));
}

export const primaryAddress = (emails: readonly Email[]): string | undefined =>
  (emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0])?.value;
