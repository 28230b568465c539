import type { FragmentField } from './fragments.ts';

type Entry = Readonly<Record<string, unknown>>;
type Facts = { readonly [Field in FragmentField]?: unknown };

const word = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFKC').trim().toLowerCase() : '';
const of =
  (...names: string[]) =>
  (entry: Entry): string =>
    names.map((name) => word(entry[name])).join('|');
const year = (value: unknown) => word(value).slice(0, 4);

/** Lists whose entries are added one by one, and what equal entries share. All other lists are taken whole, where there is none yet. */
export const entryKeys: { readonly [Field in FragmentField]?: (entry: Entry) => string } = {
  positions: (entry) => `${word(entry['company']) || word(entry['title'])}|${year(entry['start'])}`,
  skills: of('name'),
  educations: (entry) => `${word(entry['institution'])}|${year(entry['end_year'])}`,
  courses_and_certificates: of('name'),
  links: (entry) =>
    word(entry['url'])
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/+$/, ''),
  languages: of('code'),
};
/** A list without keys in its entries. */
const plainLists: readonly FragmentField[] = ['interests'];

export const saysNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which of the entries the list does not have yet. */
function missing(known: readonly unknown[], said: readonly unknown[], keyOf: (entry: Entry) => string): unknown[] {
  const seen = new Set(known.map((entry) => keyOf(entry as Entry)));
  return said.filter((entry) => {
    const key = keyOf(entry as Entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export interface NewFact {
  field: FragmentField;
  /** The field with what is new in it. */
  value: unknown;
  /** What is new: entries of a list, or the value itself. */
  added: readonly unknown[];
}

/**
 * What a second source says of a person that is not known yet: entries of lists, and fields that say nothing so far. Nothing known is changed.
 * @param most entries that a list may have in all
 */
export function newFacts(known: Facts, said: Facts, most = Number.POSITIVE_INFINITY): NewFact[] {
  return (Object.keys(said) as FragmentField[]).flatMap((field): NewFact[] => {
    const [before, value] = [known[field], said[field]];
    if (saysNothing(value)) return [];
    const keyOf = entryKeys[field] ?? (plainLists.includes(field) ? word : undefined);
    if (keyOf) {
      const room = Math.max(0, most - listOf(before).length);
      const added = missing(listOf(before), listOf(value), keyOf as (entry: Entry) => string).slice(0, room);
      return added.length > 0 ? [{ field, value: [...listOf(before), ...added], added }] : [];
    }
    return saysNothing(before) ? [{ field, value, added: Array.isArray(value) ? value : [value] }] : [];
  });
}
