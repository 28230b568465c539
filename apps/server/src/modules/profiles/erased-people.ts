import type { ProfileData } from '@headwater/contract/profile-data';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { linkKey, normalizeContact, spelledLinkKey } from './import/normalize-contact.ts';
import { findFingerprints, hasFingerprints } from './store/erased.ts';

/** What people are known by to those who bring them again. */
export interface Identity {
  externalKey: string | null;
  /** Null: of the common base. */
  companyId: number | null;
  lastName: string;
  contacts: readonly { type: string; normalized: string }[];
  links: readonly string[];
}

const personal = new Set(['email', 'telegram', 'skype', 'link']);

/** A telephone may be shared by colleagues, so it counts with the name; the other contacts are a person's own. */
function textsOf({ externalKey, companyId, lastName, contacts, links }: Identity): string[] {
  const name = lastName.trim().toLowerCase();
  return [
    ...(externalKey === null ? [] : [`key ${companyId ?? 0} ${externalKey}`]),
    ...contacts.flatMap(({ type, normalized }) => {
      if (personal.has(type)) return [`${type} ${normalized}`];
      return type === 'phone' && name !== '' ? [`phone ${normalized} ${name}`] : [];
    }),
    // Also as people were known when an encoded address was another one.
    ...links.flatMap((url) => [`link ${linkKey(url)}`, ...(url.includes('%') ? [`link ${spelledLinkKey(url)}`] : [])]),
  ];
}

/** Hashes that nobody can compute without the key of the installation. */
const fingerprintsOf = (signer: Signer, identity: Identity): Buffer[] =>
  [...new Set(textsOf(identity))].map((text) => signer.fingerprint('erased person', text));

interface StoredIdentity {
  data: { last_name: string; links: readonly { url: string }[] };
  contacts: Identity['contacts'];
  external_key: string | null;
}

/** The same of a profile as it is stored. */
export const knownBy = (signer: Signer, { data, contacts, external_key: externalKey }: StoredIdentity, companyId: number | null) =>
  fingerprintsOf(signer, { externalKey, companyId, lastName: data.last_name, contacts, links: data.links.map((link) => link.url) });

const identityOf = (profile: ProfileData, companyId: number | null): Identity => ({
  externalKey: profile.external_key ?? null,
  companyId,
  lastName: profile.last_name,
  contacts: profile.contacts.flatMap((contact) => normalizeContact(contact, profile.locations[0]?.country_code) ?? []),
  links: profile.links.map((link) => link.url),
});

/** By what an erasure finds a file that tells of the person. */
export const marksOf = (signer: Signer, profile: ProfileData): Buffer[] => fingerprintsOf(signer, identityOf(profile, null));

/** Refuses to add by hand whom an import would not bring back, unless a rule of the company has erased them: then they may come again. */
export async function requireNotErased(
  tx: Tx,
  target: { signing(): Promise<Signer>; companyId: number | null },
  profile: ProfileData,
): Promise<void> {
  if ((await findErased(tx, { ...target, onRequest: true }, [profile])).size > 0) throw new AppError('person_erased');
}

/** Which of the profiles are people who were erased, from the common base or by that company: they are not to be written again. */
export async function findErased(
  tx: Tx,
  { signing, companyId, onRequest = false }: { signing(): Promise<Signer>; companyId: number | null; onRequest?: boolean },
  profiles: readonly ProfileData[],
): Promise<ReadonlySet<ProfileData>> {
  if (!(await hasFingerprints(tx, companyId))) return new Set();
  const signer = await signing();
  const known = profiles.map((profile) => ({ profile, fingerprints: fingerprintsOf(signer, identityOf(profile, companyId)) }));
  const found = await findFingerprints(
    tx,
    { companyId, onRequest },
    known.flatMap(({ fingerprints }) => fingerprints),
  );
  return new Set(
    known.flatMap(({ profile, fingerprints }) => (fingerprints.some((one) => found.has(one.toString('hex'))) ? [profile] : [])),
  );
}
