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

/** Keys of equal entries. Other lists are taken whole if empty. */
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
const plainLists: readonly FragmentField[] = ['interests'];

export const saysNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

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
  value: unknown;
  added: readonly unknown[];
}

/** Never changes known values. `most`: limit of a list. */
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

/** Leaves out added entries; undefined if nothing remains. */
export function withoutEntries(fact: NewFact, isLeftOut: (entry: unknown) => boolean): NewFact | undefined {
  const added = fact.added.filter((entry) => !isLeftOut(entry));
  if (added.length === fact.added.length) return fact;
  if (added.length === 0) return undefined;
  return { ...fact, added, value: listOf(fact.value).filter((entry) => !fact.added.includes(entry) || added.includes(entry)) };
}
