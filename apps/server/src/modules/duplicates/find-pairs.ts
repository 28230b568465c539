import { comparePeople, suggestedScore } from '@headwater/domain/profiles/duplicates/compare-people';
import { unpackFacts } from '@headwater/domain/profiles/duplicates/pack-facts';
import type { PersonFacts } from '@headwater/domain/profiles/duplicates/person-facts';
import type { Tx } from '#platform/database/database.ts';
import type { Sought } from './find-partners.ts';
import type { FoundPair } from './store/pairs.ts';
import { findOwnViews, findViewsById, type ViewRow } from './store/views.ts';
import type { PersonView } from './views-of-person.ts';

const sharedContacts = (one: PersonFacts, other: PersonFacts): number[] => {
  const hashes = new Set(other.contacts.map(([, hash]) => hash));
  return one.contacts.flatMap(([, hash]) => (hashes.has(hash) ? [hash] : []));
};

const withOpenContacts = (facts: PersonFacts): PersonFacts => {
  const open = new Set(facts.open);
  return { ...facts, contacts: facts.contacts.filter(([, hash]) => open.has(hash)) };
};

interface Partner extends Omit<ViewRow, 'facts'> {
  facts: PersonFacts;
}

/** A company sees its own view instead of the common one. Undefined if no company sees both. */
function companyOf(one: PersonView, other: Partner, own: ReadonlySet<string>): number | null | undefined {
  if (one.profileId === other.profile_id) return undefined;
  if (one.companyId === other.company_id) return one.companyId;
  if (one.companyId !== null && other.company_id !== null) return undefined;
  const [company, common] = one.companyId === null ? [other.company_id, one.profileId] : [one.companyId, other.profile_id];
  return own.has(`${common} ${company}`) ? undefined : company;
}

function compareWith({ view, namesakes, commonContacts }: Sought, partner: Partner, companyId: number | null): FoundPair | undefined {
  if (!view.facts) return undefined;
  const contacts = view.facts.contacts.filter(([, hash]) => !commonContacts.has(hash));
  const facts = { ...view.facts, contacts };
  const { score, reasons } = comparePeople(facts, partner.facts, namesakes);
  if (score < suggestedScore) return undefined;
  const [open, otherOpen] = [withOpenContacts(facts), withOpenContacts(partner.facts)];
  const openContacts = sharedContacts(open, otherOpen);
  const openScore = comparePeople(open, otherOpen, namesakes).score;
  const [lowId, highId] = view.profileId < partner.profile_id ? [view.profileId, partner.profile_id] : [partner.profile_id, view.profileId];
  return { companyId, lowId, highId, score, reasons, contacts: sharedContacts(view.facts, partner.facts), openScore, openContacts };
}

export interface Groupmates {
  all: readonly Sought[];
  partners: ReadonlyMap<number, ViewRow>;
  /** Own views of companies, as 'profile company'. */
  own: ReadonlySet<string>;
}

export async function readGroupmates(tx: Tx, all: readonly Sought[]): Promise<Groupmates> {
  const rows = await findViewsById(tx, [...new Set(all.flatMap(({ partners }) => [...partners]))]);
  const own = await findOwnViews(tx, [...new Set([...all.map(({ view }) => view.profileId), ...rows.map((row) => row.profile_id)])]);
  return { all, partners: new Map(rows.map((row) => [row.id, row])), own };
}

export function findPairs({ all, partners: rows, own }: Groupmates): FoundPair[] {
  const partners = new Map([...rows].map(([id, row]): [number, Partner] => [id, { ...row, facts: unpackFacts(row.facts ?? '') }]));
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
