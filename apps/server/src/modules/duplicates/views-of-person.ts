import { type BlockingKey, blockingKeys } from '@headwater/domain/profiles/duplicates/blocking-keys';
import { packFacts } from '@headwater/domain/profiles/duplicates/pack-facts';
import { factsOf, type PersonFacts, type PersonInput } from '@headwater/domain/profiles/duplicates/person-facts';
import type { StoredPerson } from './store/people.ts';

/** A profile as everybody sees it (`companyId` null), or one company. */
export interface PersonView {
  profileId: number;
  companyId: number | null;
  /** Null: this company does not see it. */
  facts: PersonFacts | null;
  /** The same as it is kept. */
  packed: string | null;
  keys: BlockingKey[];
}

/**
 * The views of a profile, as search has documents (ADR 29): that of the common base or of its owner, and of a common one another for each company that
 * changed it, hides it or has contacts of its own for it.
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
