import type { FragmentField } from './fragments.ts';
import { entryKeys } from './new-facts.ts';

export const factSources = ['base', 'form', 'file', 'link', 'text', 'merge', 'enrichment', 'import'] as const;
export type FactSource = (typeof factSources)[number];

export interface FactOrigin {
  source: FactSource;
  /** Null for the common base and deleted users. */
  by: string | null;
  /** 'YYYY-MM-DD' */
  on: string;
}

/** A version of the profile: as found, or a change of the company. `entries`: the whole list of a field, if it sets that. */
export interface OriginLayer extends FactOrigin {
  entries: readonly unknown[] | undefined;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * The layer since which an entry is in the profile without a gap. A person who saves the list in the
 * form has seen its entries and confirms them. `layers`: the oldest first.
 */
export function originOfEntry(field: FragmentField, layers: readonly OriginLayer[], entry: unknown): OriginLayer | undefined {
  const keyOf = entryKeys[field];
  if (!keyOf) return layers.findLast(({ entries }) => entries !== undefined);
  const key = keyOf(entry as Entry);
  let origin: OriginLayer | undefined;
  for (const layer of layers) {
    if (!layer.entries) continue;
    const isHere = layer.entries.some((one) => keyOf(one as Entry) === key);
    if (!isHere) origin = undefined;
    else if (!origin || layer.source === 'form') origin = layer;
  }
  return origin;
}

/** Whether a fact that changes, such as the current employer, was last confirmed more than a year before `now`. */
export function isStale({ on }: Pick<FactOrigin, 'on'>, now: Date): boolean {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  return Date.parse(on) < yearAgo.getTime();
}
