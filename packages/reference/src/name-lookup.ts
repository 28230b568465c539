import { normalizeName } from './normalize-name.ts';

/** What can be looked up by any of its names. */
export interface Named {
  name: string;
  nameRu?: string | null;
  aliases: string[];
}

/** Match key to the items that carry it, in the order the items were given. */
export type NameIndex<T> = Map<string, T[]>;

function put<T>(index: NameIndex<T>, text: string, item: T): void {
  const key = normalizeName(text);
  if (key === '') return;
  const entries = index.get(key);
  if (entries === undefined) index.set(key, [item]);
  else if (!entries.includes(item)) entries.push(item);
}

/** Indexes canonical names before Russian names before aliases, so that a name always beats somebody else's alias. */
export function indexNames<T extends Named>(items: readonly T[]): NameIndex<T> {
  const index: NameIndex<T> = new Map();
  for (const item of items) put(index, item.name, item);
  for (const item of items) if (item.nameRu) put(index, item.nameRu, item);
  for (const item of items) for (const alias of item.aliases) put(index, alias, item);
  return index;
}

/** The first item a text names, or undefined. Items given first (the more frequent, the more populous) win. */
export function findNamed<T>(index: NameIndex<T>, text: string): T | undefined {
  return index.get(normalizeName(text))?.[0];
}
