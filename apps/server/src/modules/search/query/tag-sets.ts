import type { FacetFilterState } from '@headwater/domain/query/filters';
import type { Actor } from '@headwater/domain/roles';
import { countedTags, profilesTagged, tagKey } from '#modules/tags/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { FacetSet } from '../port.ts';

interface TagsAsked {
  states: readonly FacetFilterState[];
  /** Counts tags with this text in their name. */
  text: string | undefined;
}

/** Sets of the tags that a search filters by or counts. Tags are private to a company, so the index has none. */
export async function tagSets(tx: Tx, { permissions }: Actor, { states, text }: TagsAsked): Promise<FacetSet[]> {
  if (!permissions.tags) return [];
  const chosen = states.flatMap((state) => (state.facet === 'tag' ? state.values.map(({ id }) => id) : []));
  const counted = text === undefined ? [] : await countedTags(tx, text);
  const known = new Set(chosen.map(tagKey));
  const names = [...chosen, ...counted.filter((name) => !known.has(tagKey(name)))];
  const tagged = await profilesTagged(tx, names.map(tagKey));
  return names.flatMap((value) => {
    const ids = tagged.get(tagKey(value));
    return ids ? [{ facet: 'tag', value, ids }] : [];
  });
}
