import type { Tx } from '#platform/database/database.ts';
import { readAhead } from '#platform/read-ahead.ts';
import { findPairs } from './find-pairs.ts';
import { findPartners, type Sought } from './find-partners.ts';
import { replacePairs } from './store/pairs.ts';
import { readPeople } from './store/people.ts';
import { deleteViews, findViews, insertViews, type ViewRow } from './store/views.ts';
import { type PersonView, viewsOf } from './views-of-person.ts';

/** Few, so that this process and the database take turns often. */
const profilesAPart = 250;

const keyOf = (profileId: number, companyId: number | null) => `${profileId} ${companyId}`;

/** Profiles of which a view is another one than before, with their views as they are now. */
function changedOnes(profileIds: readonly number[], { views, known }: { views: readonly PersonView[]; known: readonly ViewRow[] }) {
  const before = new Map(known.map((row) => [keyOf(row.profile_id, row.company_id), row.facts]));
  const isNew = ({ profileId, companyId, packed }: PersonView) => before.get(keyOf(profileId, companyId)) !== packed;
  const count = new Map<number, number>();
  for (const { profileId } of views) count.set(profileId, (count.get(profileId) ?? 0) + 1);
  const countBefore = new Map<number, number>();
  for (const row of known) countBefore.set(row.profile_id, (countBefore.get(row.profile_id) ?? 0) + 1);
  const changed = new Set(profileIds.filter((id) => (count.get(id) ?? 0) !== (countBefore.get(id) ?? 0)));
  for (const view of views) if (isNew(view)) changed.add(view.profileId);
  return { changed: [...changed], views: views.filter(({ profileId }) => changed.has(profileId)) };
}

interface Part {
  /** Profiles of which a view is another one than before. */
  changed: number[];
  views: PersonView[];
  /** Of those which had views. */
  known: ReadonlySet<number>;
}

async function readPart(tx: Tx, profileIds: readonly number[]): Promise<Part> {
  const [people, known] = await Promise.all([readPeople(tx, profileIds), findViews(tx, profileIds)]);
  const part = changedOnes(profileIds, { views: people.flatMap(viewsOf), known });
  return { ...part, known: new Set(known.map((row) => row.profile_id)) };
}

/** Puts the views into their groups, and finds who else is there. */
async function groupPart(tx: Tx, { changed, views, known }: Part): Promise<{ changed: number[]; all: Sought[] }> {
  const gone = changed.filter((id) => known.has(id));
  if (gone.length > 0) await deleteViews(tx, gone);
  const ids = await insertViews(tx, views);
  const all = views.flatMap((view, index): Sought[] => {
    const viewId = ids[index];
    return view.facts && viewId ? [{ viewId, view, partners: new Set(), namesakes: 2 }] : [];
  });
  await findPartners(tx, all);
  return { changed, all };
}

function* partsOf(profileIds: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < profileIds.length; from += profilesAPart) yield profileIds.slice(from, from + profilesAPart);
}

/**
 * Looks at profiles again, over all companies: keeps what of each tells who it is, and the pairs that it makes with others. What is as it was costs
 * hardly anything. `profileIds`: each once. In parts: the database reads the next and groups another one while this process compares one. Each step
 * takes the parts in order, so that of two people in two parts the later one finds the earlier one, and its pairs are the ones that stay.
 */
export async function findDuplicates(tx: Tx, profileIds: readonly number[], now: Date): Promise<void> {
  const read = readAhead(partsOf(profileIds), (part) => readPart(tx, part));
  for await (const { changed, all } of readAhead(read, (part) => groupPart(tx, part))) {
    if (changed.length > 0) await replacePairs(tx, { profileIds: changed, pairs: await findPairs(tx, all), now });
  }
}
