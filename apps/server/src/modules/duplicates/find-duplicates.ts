import { comparePeople, suggestedScore } from '@headwater/domain/profiles/duplicates/compare-people';
import { unpackFacts } from '@headwater/domain/profiles/duplicates/pack-facts';
import type { PersonFacts } from '@headwater/domain/profiles/duplicates/person-facts';
import type { Tx } from '#platform/database/database.ts';
import { findPartners, type Sought } from './find-partners.ts';
import { type FoundPair, replacePairs } from './store/pairs.ts';
import { readPeople } from './store/people.ts';
import { deleteViews, findOwnViews, findViews, findViewsById, insertViews, type ViewRow } from './store/views.ts';
import { type PersonView, viewsOf } from './views-of-person.ts';

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

const sharedContacts = (one: PersonFacts, other: PersonFacts): number[] => {
  const hashes = new Set(other.contacts.map(([, hash]) => hash));
  return one.contacts.flatMap(([, hash]) => (hashes.has(hash) ? [hash] : []));
};

interface Partner extends Omit<ViewRow, 'facts'> {
  facts: PersonFacts;
}

/** For whom two views are a pair: a company sees its own view of a profile instead of the common one. undefined: nobody sees both. */
function companyOf(one: PersonView, other: Partner, own: ReadonlySet<string>): number | null | undefined {
  if (one.profileId === other.profile_id) return undefined;
  if (one.companyId === other.company_id) return one.companyId;
  if (one.companyId !== null && other.company_id !== null) return undefined;
  const [company, common] = one.companyId === null ? [other.company_id, one.profileId] : [one.companyId, other.profile_id];
  return own.has(`${common} ${company}`) ? undefined : company;
}

function compareWith({ view, namesakes }: Sought, partner: Partner, companyId: number | null): FoundPair | undefined {
  if (!view.facts) return undefined;
  const { score, reasons } = comparePeople(view.facts, partner.facts, namesakes);
  if (score < suggestedScore) return undefined;
  const [lowId, highId] = view.profileId < partner.profile_id ? [view.profileId, partner.profile_id] : [partner.profile_id, view.profileId];
  return { companyId, lowId, highId, score, reasons, contacts: sharedContacts(view.facts, partner.facts) };
}

/** Compares each view with those that share a group with it. */
async function findPairs(tx: Tx, views: readonly PersonView[], viewIds: readonly number[]): Promise<FoundPair[]> {
  const all = views.flatMap((view, index): Sought[] => {
    const viewId = viewIds[index];
    return view.facts && viewId ? [{ viewId, view, partners: new Set(), namesakes: 2 }] : [];
  });
  await findPartners(tx, all);
  const rows = await findViewsById(tx, [...new Set(all.flatMap(({ partners }) => [...partners]))]);
  const partners = new Map(rows.map((row): [number, Partner] => [row.id, { ...row, facts: unpackFacts(row.facts ?? '') }]));
  const own = await findOwnViews(tx, [...new Set([...views.map(({ profileId }) => profileId), ...rows.map((row) => row.profile_id)])]);
  const pairs = new Map<string, FoundPair>();
  for (const sought of all) {
    for (const id of sought.partners) {
      const partner = partners.get(id);
      const companyId = partner && companyOf(sought.view, partner, own);
      const pair = partner && companyId !== undefined ? compareWith(sought, partner, companyId) : undefined;
      if (pair) pairs.set(`${pair.lowId} ${pair.highId} ${pair.companyId}`, pair);
    }
  }
  return [...pairs.values()];
}

/**
 * Looks at profiles again, over all companies: keeps what of each tells who it is, and the pairs that it makes with others. What is as it was costs
 * hardly anything.
 */
export async function findDuplicates(tx: Tx, profileIds: readonly number[], now: Date): Promise<void> {
  const people = await readPeople(tx, profileIds);
  const known = await findViews(tx, profileIds);
  const { changed, views } = changedOnes(profileIds, { views: people.flatMap(viewsOf), known });
  if (changed.length === 0) return;
  await deleteViews(tx, changed);
  const ids = await insertViews(tx, views);
  await replacePairs(tx, { profileIds: changed, pairs: await findPairs(tx, views, ids), now });
}
