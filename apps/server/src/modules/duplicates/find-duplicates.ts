import { countReadAtOnce } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { readAhead } from '#platform/read-ahead.ts';
import { findPairs, readGroupmates } from './find-pairs.ts';
import { findPartners, type Sought } from './find-partners.ts';
import { type FoundPair, replacePairs } from './store/pairs.ts';
import { readPeople } from './store/people.ts';
import { deleteViews, findViews, insertViews, type ViewRow } from './store/views.ts';
import { type PersonView, viewsOf } from './views-of-person.ts';

/** Small, so that this process and the database alternate. Parts of long profiles are smaller. */
const profilesAPart = 250;

const keyOf = (profileId: number, companyId: number | null) => `${profileId} ${companyId}`;

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
  changed: number[];
  views: PersonView[];
  /** Profiles of the part that had views before. */
  known: ReadonlySet<number>;
}

async function readPart(tx: Tx, profileIds: readonly number[]): Promise<Part> {
  const [people, known] = await Promise.all([readPeople(tx, profileIds), findViews(tx, profileIds)]);
  const part = changedOnes(profileIds, { views: people.flatMap(viewsOf), known });
  return { ...part, known: new Set(known.map((row) => row.profile_id)) };
}

async function writePart(tx: Tx, { changed, views, known }: Part): Promise<Sought[]> {
  const gone = changed.filter((id) => known.has(id));
  if (gone.length > 0) await deleteViews(tx, gone);
  const ids = await insertViews(tx, views);
  return views.flatMap((view, index): Sought[] => {
    const viewId = ids[index];
    return view.facts && viewId ? [{ viewId, view, partners: new Set(), namesakes: 2, commonContacts: new Set() }] : [];
  });
}

function* partsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += profilesAPart) yield items.slice(from, from + profilesAPart);
}

/** Long profiles in one read could end this process, and with it the search of all companies. */
async function* partsToRead(tx: Tx, profileIds: readonly number[]): AsyncGenerator<readonly number[]> {
  for (let at = 0; at < profileIds.length;) {
    const part = profileIds.slice(at, at + profilesAPart);
    const count = await countReadAtOnce(tx, part);
    yield part.slice(0, count);
    at += count;
  }
}

function compareOnce(all: readonly Sought[]): void {
  const ids = new Set(all.map(({ viewId }) => viewId));
  for (const { viewId, partners } of all)
    for (const partner of partners) if (partner < viewId && ids.has(partner)) partners.delete(partner);
}

/**
 * Unchanged profiles (each id once) cost hardly anything. Parts overlap with database reads, and
 * keys are processed in order.
 */
export async function findDuplicates(tx: Tx, profileIds: readonly number[], now: Date): Promise<void> {
  const changed: number[] = [];
  const all: Sought[] = [];
  for await (const part of readAhead(partsToRead(tx, profileIds), (ids) => readPart(tx, ids))) {
    changed.push(...part.changed);
    all.push(...(await writePart(tx, part)));
  }
  if (changed.length === 0) return;
  await findPartners(tx, all);
  compareOnce(all);
  const pairs: FoundPair[] = [];
  for await (const groupmates of readAhead(partsOf(all), (part) => readGroupmates(tx, part))) {
    pairs.push(...findPairs(groupmates));
  }
  await replacePairs(tx, { profileIds: changed, pairs, now });
}
