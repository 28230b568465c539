import { invalid } from './protocol/error.ts';
import type { Filter } from './protocol/filter.ts';
import { fits, type Parts } from './protocol/match.ts';
import { attributeName, enterprise } from './protocol/names.ts';
import type { Operation } from './protocol/operations.ts';
import { type Email, emailOf, emailsOf, flagOf, isObject, languageOf, textOf } from './protocol/values.ts';

/** Texts are empty if unknown. */
export interface UserDraft {
  userName: string;
  externalId: string;
  givenName: string;
  familyName: string;
  displayName: string;
  /** `name.formatted`, if `displayName` is missing too. */
  formattedName: string;
  active: boolean;
  language: 'en' | 'ru' | null;
  emails: Email[];
  department: string;
}

export const emptyDraft: UserDraft = {
  userName: '',
  externalId: '',
  givenName: '',
  familyName: '',
  displayName: '',
  formattedName: '',
  active: true,
  language: null,
  emails: [],
  department: '',
};

type Setter = (draft: UserDraft, value: unknown) => UserDraft;

const setters: Readonly<Record<string, Setter>> = {
  username: (draft, value) => ({ ...draft, userName: textOf('userName', value) }),
  externalid: (draft, value) => ({ ...draft, externalId: textOf('externalId', value) }),
  'name.givenname': (draft, value) => ({ ...draft, givenName: textOf('name.givenName', value) }),
  'name.familyname': (draft, value) => ({ ...draft, familyName: textOf('name.familyName', value) }),
  'name.formatted': (draft, value) => ({ ...draft, formattedName: textOf('name.formatted', value) }),
  displayname: (draft, value) => ({ ...draft, displayName: textOf('displayName', value) }),
  active: (draft, value) => ({ ...draft, active: flagOf('active', value) ?? draft.active }),
  preferredlanguage: (draft, value) => ({ ...draft, language: languageOf('preferredLanguage', value) }),
  locale: (draft, value) => ({ ...draft, language: languageOf('locale', value) }),
  [`${enterprise}.department`]: (draft, value) => ({ ...draft, department: textOf('department', value) }),
};

const compounds: Readonly<Record<string, readonly string[]>> = {
  name: ['name.givenname', 'name.familyname', 'name.formatted'],
  [enterprise]: [`${enterprise}.department`],
};

const rootOf = (name: string) => name.split('.', 1)[0];

export const isUserAttribute = (name: string): boolean =>
  Object.hasOwn(setters, name) || Object.hasOwn(compounds, name) || rootOf(name) === 'emails';

const toParts = (email: Email): Parts => ({ value: email.value, type: email.type, primary: email.primary });

/** The entry to add if nothing matches a filter of equalities. */
function valuesOf(filter: Filter): Readonly<Record<string, unknown>> {
  if (filter.kind === 'and') return Object.assign({}, ...filter.terms.map((term) => valuesOf(term))) as Readonly<Record<string, unknown>>;
  return filter.kind === 'compare' && filter.comparison === 'eq' ? { [filter.name]: filter.value } : {};
}

const withoutPart = (email: Email, part: string): Email =>
  Object.fromEntries(Object.entries(email).filter(([name]) => name !== part)) as unknown as Email;

function patchEmails(emails: readonly Email[], { kind, path, value }: Operation): Email[] {
  const { filter, part } = path;
  const chosen = (email: Email) => !filter || fits(filter, toParts(email));
  if (kind === 'remove') {
    // Entra removes the address of a user who has left.
    if (part === undefined || part === 'value') return emails.filter((email) => !chosen(email));
    return emails.map((email) => (chosen(email) ? withoutPart(email, part) : email));
  }
  const change = part === undefined ? (isObject(value) ? value : {}) : { [part]: value };
  const changed = emails.flatMap((email) => (chosen(email) ? (emailOf({ ...email, ...change }) ?? []) : email));
  const added = emails.some((email) => chosen(email)) ? undefined : emailOf({ ...(filter ? valuesOf(filter) : {}), ...change });
  return added ? [added, ...changed] : changed;
}

const hasSameAddress = (one: Email, other: Email) => one.value.toLowerCase() === other.value.toLowerCase();
/** RFC 7643, 2.4: values are unique per type. */
const isFirst = (email: Email, at: number, all: readonly Email[]) =>
  all.findIndex((each) => hasSameAddress(each, email) && each.type === email.type) === at;

function setEmails(draft: UserDraft, operation: Operation): UserDraft {
  const { kind, path, value } = operation;
  const { emails: before } = draft;
  const make = (): unknown[] => {
    if (path.filter || path.part) return patchEmails(before, operation);
    if (kind === 'replace') return emailsOf(value);
    if (kind === 'remove') {
      const removed = value === undefined || value === null ? before : emailsOf(value);
      return before.filter((email) => !removed.some((each) => hasSameAddress(each, email)));
    }
    // A new primary address replaces the previous one.
    const added = emailsOf(value);
    return [...added, ...before.filter((email) => !added.some((each) => hasSameAddress(each, email)))];
  };
  return { ...draft, emails: emailsOf(make()).filter(isFirst) };
}

function setCompound(draft: UserDraft, parts: readonly string[], { path: { name }, value, kind }: Operation): UserDraft {
  const set = (before: UserDraft, part: string, each: unknown) => setters[part]?.(before, each) ?? before;
  const only = Array.isArray(value) && value.length < 2 ? (value as unknown[])[0] : value;
  if ((only ?? '') === '' || kind === 'remove') return parts.reduce((next, part) => set(next, part, null), draft);
  // Some clients send the whole name as one text.
  if (name === 'name' && typeof only === 'string') return set(draft, 'name.formatted', only);
  if (!isObject(only)) throw invalid(`${name} is an object`);
  return Object.entries(only).reduce((next, [key, each]) => {
    const part = `${name}.${key.toLowerCase()}`;
    return parts.includes(part) ? set(next, part, each) : next;
  }, draft);
}

function apply(draft: UserDraft, operation: Operation): UserDraft {
  const { kind, path, value } = operation;
  const { name, filter, part } = path;
  const [first = '', inner] = name.split('.');
  if (first === 'emails') return setEmails(draft, inner ? { ...operation, path: { ...path, part: inner } } : operation);
  if (filter || part) throw invalid(`${name} is no list`, 'invalidPath');
  const parts = Object.hasOwn(compounds, name) ? compounds[name] : undefined;
  if (parts) return setCompound(draft, parts, operation);
  return setters[name]?.(draft, kind === 'remove' ? null : value) ?? draft;
}

export const patchDraft = (draft: UserDraft, operations: readonly Operation[]): UserDraft => operations.reduce(apply, draft);

/** preferredLanguage overrides locale. */
const applyOrder = ([name]: [string, unknown]) => Number(name === 'preferredlanguage');

/** `known`: default values. */
export function draftOf(resource: unknown, known: Partial<UserDraft> = {}): UserDraft {
  if (!isObject(resource)) throw invalid('A person is an object', 'invalidSyntax');
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = attributeName(key);
    return name !== undefined && isUserAttribute(name) && value !== undefined ? [[name, value]] : [];
  });
  return entries
    .toSorted((one, other) => applyOrder(one) - applyOrder(other))
    .reduce((draft, [name, value]) => apply(draft, { kind: 'replace', path: { name }, value }), { ...emptyDraft, ...known });
}
