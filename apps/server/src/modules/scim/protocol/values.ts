import { z } from 'zod';
import { invalid } from './error.ts';

const longest = 255;
const most = 20;

/** One line, without signs that are not seen. */
const oneLine = (text: string) => text.slice(0, 2000).replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();

/** Some programs write `[{"value": x}]` for x. */
function unwrapped(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
  if (others.length > 0 || typeof only !== 'object' || only === null || !('value' in only)) return value;
  return only.value;
}

/** '' where there is none. Throws ScimError. */
export function textOf(name: string, value: unknown): string {
  const plain = unwrapped(value) ?? '';
  if (typeof plain !== 'string') throw invalid(`${name} is a text`);
  const text = oneLine(plain);
  if (text.length > longest) throw invalid(`${name} has at most ${longest} characters`);
  return text;
}

/** Some programs write "True". Throws ScimError. */
export function flagOf(name: string, value: unknown): boolean {
  const plain = unwrapped(value);
  const word = typeof plain === 'boolean' || typeof plain === 'string' ? String(plain).toLowerCase() : undefined;
  if (word !== 'true' && word !== 'false') throw invalid(`${name} is true or false`);
  return word === 'true';
}

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws ScimError. */
export function emailOf(input: unknown): Email {
  const parts = typeof input === 'string' ? { value: input } : input;
  if (!isObject(parts)) throw invalid('emails is a list of objects');
  const value = textOf('emails.value', parts['value']);
  if (!isAddress(value)) throw invalid('emails.value is an email address');
  const type = textOf('emails.type', parts['type']).slice(0, 50);
  const { primary } = parts;
  return {
    value,
    ...(type === '' ? {} : { type }),
    ...(primary === undefined || primary === null ? {} : { primary: flagOf('emails.primary', primary) }),
  };
}

/** Of these at most one is the primary one: the first that says so. Throws ScimError. */
export function emailsOf(input: unknown): Email[] {
  const all = input === null || input === undefined ? [] : Array.isArray(input) ? (input as unknown[]) : [input];
  if (all.length > most) throw invalid(`At most ${most} emails`);
  const emails = all.map((each) => emailOf(each));
  const first = emails.findIndex(({ primary }) => primary === true);
  return emails.map((email, index) => (email.primary === true && index !== first ? { ...email, primary: false } : email));
}

/** The one to sign in with; undefined where there is none. */
export const primaryAddress = (emails: readonly Email[]): string | undefined =>
  (emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0])?.value;
