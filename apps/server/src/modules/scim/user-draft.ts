import { invalid } from './protocol/error.ts';
import type { Filter, PatchPath } from './protocol/filter.ts';
import { fits, type Parts } from './protocol/match.ts';
import { attributeName, enterprise } from './protocol/names.ts';
import { type Operation, withPaths } from './protocol/operations.ts';
import { type Email, emailOf, emailsOf, flagOf, languageOf, textOf } from './protocol/values.ts';

/** What a program may change of a person. Empty texts where nothing is known. */
export interface UserDraft {
  userName: string;
  externalId: string;
  givenName: string;
  familyName: string;
  /** Counts where neither part of the name is known. */
  displayName: string;
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
  active: true,
  language: null,
  emails: [],
  department: '',
};

type Setter = (draft: UserDraft, value: unknown) => UserDraft;

/** null removes; what must be there then stays as it is or is refused later. */
const setters: Readonly<Record<string, Setter>> = {
  username: (draft, value) => ({ ...draft, userName: textOf('userName', value) }),
  externalid: (draft, value) => ({ ...draft, externalId: textOf('externalId', value) }),
  'name.givenname': (draft, value) => ({ ...draft, givenName: textOf('name.givenName', value) }),
  'name.familyname': (draft, value) => ({ ...draft, familyName: textOf('name.familyName', value) }),
  displayname: (draft, value) => ({ ...draft, displayName: textOf('displayName', value) }),
  active: (draft, value) => (value === null ? draft : { ...draft, active: flagOf('active', value) }),
  preferredlanguage: (draft, value) => ({ ...draft, language: languageOf('preferredLanguage', value) }),
  locale: (draft, value) => ({ ...draft, language: languageOf('locale', value) }),
  [`${enterprise}.department`]: (draft, value) => ({ ...draft, department: textOf('department', value) }),
};

/** Attributes with parts of their own. */
const wholes: Readonly<Record<string, readonly string[]>> = {
  name: ['name.givenname', 'name.familyname'],
  [enterprise]: [`${enterprise}.department`],
};

/** What RFC 7643 knows and this product does not: programs send it all the same, and it is passed over. */
const foreign = new Set(
  `nickname profileurl title usertype timezone password phonenumbers ims photos addresses entitlements x509certificates name.formatted name.middlename
  name.honorificprefix name.honorificsuffix`
    .split(/\s+/)
    .concat('employeenumber costcenter organization division manager'.split(' ').map((each) => `${enterprise}.${each}`)),
);
const fixed = new Set(['id', 'meta', 'groups', 'roles', 'schemas']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lowered = (email: Email): Parts => ({ value: email.value, type: email.type, primary: email.primary });

/** The values that a filter of equalities describes: what is added where none fits. */
function described(filter: Filter): Readonly<Record<string, unknown>> {
  if (filter.kind === 'and') return Object.assign({}, ...filter.terms.map((term) => described(term))) as Readonly<Record<string, unknown>>;
  return filter.kind === 'compare' && filter.comparison === 'eq' ? { [filter.name]: filter.value } : {};
}

const without = (email: Email, part: string): Email =>
  Object.fromEntries(Object.entries(email).filter(([name]) => name !== part)) as unknown as Email;

/** Changes the addresses that fit, or one that is made where none does. */
function patchEmails(emails: readonly Email[], { kind, path, value }: Operation & { path: PatchPath }): Email[] {
  const { filter, part } = path;
  const chosen = (email: Email) => !filter || fits(filter, lowered(email));
  if (kind === 'remove') {
    // An address without its value is none: so Entra takes away that of somebody who has left.
    if (part === undefined || part === 'value') return emails.filter((email) => !chosen(email));
    return emails.map((email) => (chosen(email) ? without(email, part) : email));
  }
  const change = part === undefined ? (isObject(value) ? value : {}) : { [part]: value };
  const changed = emails.map((email) => (chosen(email) ? emailOf({ ...email, ...change }) : email));
  const added = emails.some((email) => chosen(email)) ? [] : [emailOf({ ...(filter ? described(filter) : {}), ...change })];
  return [...added, ...changed];
}

const same = (one: Email, other: Email) => one.value.toLowerCase() === other.value.toLowerCase();
/** RFC 7643, 2.4: no value stands twice with the same type. */
const isFirst = (email: Email, at: number, all: readonly Email[]) =>
  all.findIndex((each) => same(each, email) && each.type === email.type) === at;

function setEmails(draft: UserDraft, operation: Operation & { path: PatchPath }): UserDraft {
  const { kind, path, value } = operation;
  const { emails: before } = draft;
  const make = (): unknown[] => {
    if (path.filter || path.part) return patchEmails(before, operation);
    if (kind === 'replace') return emailsOf(value);
    if (kind === 'remove') {
      const going = value === undefined || value === null ? before : emailsOf(value);
      return before.filter((email) => !going.some((each) => same(each, email)));
    }
    // What is added stands before the others: a new primary address takes the place of the one before.
    const added = emailsOf(value);
    return [...added, ...before.filter((email) => !added.some((each) => same(each, email)))];
  };
  return { ...draft, emails: emailsOf(make()).filter(isFirst) };
}

function setWhole(draft: UserDraft, parts: readonly string[], { path, value, kind }: Operation & { path: PatchPath }): UserDraft {
  if (value === null || kind === 'remove') return parts.reduce((next, name) => setters[name]?.(next, null) ?? next, draft);
  if (!isObject(value)) throw invalid(`${path.name} is an object`);
  return Object.entries(value).reduce((next, [key, each]) => {
    const name = `${path.name}.${key.toLowerCase()}`;
    return parts.includes(name) ? (setters[name]?.(next, each) ?? next) : next;
  }, draft);
}

function apply(draft: UserDraft, operation: Operation & { path: PatchPath }): UserDraft {
  const { kind, value } = operation;
  const [first = '', inner] = operation.path.name.split('.');
  if (first === 'emails') return setEmails(draft, inner ? { ...operation, path: { ...operation.path, part: inner } } : operation);
  const { name, filter, part } = operation.path;
  if (fixed.has(first)) throw invalid(`${name} cannot be changed`, 'mutability');
  if (foreign.has(name) || foreign.has(first) || name.startsWith(`${enterprise}.manager.`)) return draft;
  if (filter || part) throw invalid(`${name} is no list`, 'invalidPath');
  const parts = Object.hasOwn(wholes, name) ? wholes[name] : undefined;
  if (parts) return setWhole(draft, parts, operation);
  const set = Object.hasOwn(setters, name) ? setters[name] : undefined;
  if (!set) throw invalid(`There is no attribute ${name.slice(0, 100)}`, 'invalidPath');
  return set(draft, kind === 'remove' ? null : value);
}

/** Throws ScimError, without which all operations are done. */
export const patchDraft = (draft: UserDraft, operations: readonly Operation[]): UserDraft => withPaths(operations).reduce(apply, draft);

const isKept = (name: string) => Object.hasOwn(setters, name) || Object.hasOwn(wholes, name) || name === 'emails';
/** The language of the interface prevails over the locale, so it comes behind it. */
const late = ([name]: [string, unknown]) => Number(name === 'preferredlanguage');

/** What a resource says of a person; attributes that nobody here knows are passed over. Throws ScimError. */
export function draftOf(resource: unknown): UserDraft {
  if (!isObject(resource)) throw invalid('A person is an object', 'invalidSyntax');
  const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = attributeName(key);
    return name !== undefined && isKept(name) && value !== undefined ? [[name, value]] : [];
  });
  return entries
    .toSorted((one, other) => late(one) - late(other))
    .reduce((draft, [name, value]) => apply(draft, { kind: 'replace', path: { name }, value }), emptyDraft);
}
