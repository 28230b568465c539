import { type BlockingKey, blockingKeys } from '@headwater/domain/profiles/duplicates/blocking-keys';
import { packFacts } from '@headwater/domain/profiles/duplicates/pack-facts';
import { factsOf, type PersonFacts, type PersonInput } from '@headwater/domain/profiles/duplicates/person-facts';
import type { StoredPerson } from './store/people.ts';

/** A profile as seen by all companies (`companyId` null) or by one. */
export interface PersonView {
  profileId: number;
  companyId: number | null;
  /** Null: hidden from this company. */
  facts: PersonFacts | null;
  packed: string | null;
  keys: BlockingKey[];
}

/**
 * As the documents of search (ADR 6): one view of the owner or common base, and one for each
 * company that changed or hid a common profile or added contacts.
 */
export function viewsOf({ id, companyId: owner, data, contacts, overlays }: StoredPerson): PersonView[] {
  const view = (companyId: number | null): PersonView => {
    const overlay = overlays.find((one) => one.companyId === companyId);
    if (overlay?.hidden) return { profileId: id, companyId, facts: null, packed: null, keys: [] };
    const known = contacts
      .filter((contact) => contact.companyId === null || contact.companyId === companyId)
      .map((contact) => ({ ...contact, isClosed: contact.companyId === null }));
    const facts = factsOf({ ...data, ...overlay?.data } as PersonInput, known);
    return { profileId: id, companyId, facts, packed: packFacts(facts), keys: blockingKeys(facts) };
  };
  if (owner !== null) return [view(owner)];
  const companies = [...overlays, ...contacts].flatMap(({ companyId }) => (companyId === null ? [] : [companyId]));
  return [view(null), ...[...new Set(companies)].map(view)];
}
