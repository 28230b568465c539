import { normalizeName } from './normalize-name.ts';

export interface Named {
  name: string;
  nameRu?: string | null;
  aliases: string[];
}

export type NameIndex<T> = Map<string, T[]>;

function put<T>(index: NameIndex<T>, text: string, item: T): void {
  const key = normalizeName(text);
  if (key === '') return;
  const entries = index.get(key);
  if (entries === undefined) index.set(key, [item]);
  else if (!entries.includes(item)) entries.push(item);
}

/** Names come before Russian names and aliases, so a name overrides another item's alias. */
export function indexNames<T extends Named>(items: readonly T[]): NameIndex<T> {
  const index: NameIndex<T> = new Map();
  for (const item of items) put(index, item.name, item);
  for (const item of items) if (item.nameRu) put(index, item.nameRu, item);
  for (const item of items) for (const alias of item.aliases) put(index, alias, item);
  return index;
}

/** Earlier items (more frequent, more populous) win. */
export function findNamed<T>(index: NameIndex<T>, text: string): T | undefined {
  return index.get(normalizeName(text))?.[0];
}
