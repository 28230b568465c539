import type { ProfileData } from '@headwater/contract/profile-data';
import type { Bearing } from '@headwater/domain/identity/bearing';
import { contactBearing } from '@headwater/domain/identity/contact-bearing';
import { linkKey } from '@headwater/domain/identity/link';
import { soundKey } from '@headwater/domain/names/sound-key';
import { decodedLink } from '@headwater/domain/profiles/decoded-link';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { normalizeContact } from './import/normalize-contact.ts';
import { findFingerprints, hasFingerprints } from './store/erased.ts';

/** What people are known by to those who bring them again. */
export interface Identity {
  externalKey: string | null;
  /** Null: of the common base. */
  companyId: number | null;
  lastName: string;
  contacts: readonly { type: string; value: string; normalized: string; /** Other people have it too. */ isShared?: boolean }[];
  links: readonly string[];
}

type Purpose = 'erase' | 'ask';

/** Whether an address holds the family name, in any script: then the page is that person's. */
function holdsName(link: string, name: string): boolean {
  const sound = soundKey(name);
  return name.length >= 4 && link.split(/[^\p{L}]+/u).some((word) => word.length >= 4 && soundKey(word) === sound);
}

/**
 * The text of a contact or link: alone where it names one person, with the family name where several may share it.
 * The erasure decides: by other profiles with the value, and by the name in the address of a page. So both texts are asked for.
 */
function textsOfValue(
  contact: { type: string; normalized: string },
  { bearing, name, purpose }: { bearing: Bearing; name: string; purpose: Purpose },
): string[] {
  const text = `${contact.type} ${contact.normalized}`;
  const withName = name === '' ? [] : [`${text} ${name}`];
  if (bearing === 'placeholder') return [];
  if (bearing === 'shared') return withName;
  if (purpose === 'ask') return [text, ...withName];
  if (bearing === 'personal') return [text];
  return holdsName(contact.normalized, name) ? [text] : withName;
}

/** Keys of earlier versions. Their stored fingerprints cannot be computed again. */
function formerTexts({ type, value }: { type: string; value: string }): string[] {
  if (type === 'email') return [`email ${value.trim().toLowerCase()}`];
  if (type !== 'link') return [];
  return [...new Set([decodedLink(value), value])].map((url) => `link ${formerLinkKey(url)}`);
}

/** Host in lower case without www, no protocol, no trailing slash; case kept. */
function formerLinkKey(url: string): string {
  const bare = url
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?/i, '')
    .replace(/\/+$/, '');
  const slash = bare.search(/[/?#]/);
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

function textsOf({ externalKey, companyId, lastName, contacts, links }: Identity, purpose: Purpose): string[] {
  const name = lastName.trim().toLowerCase();
  const values: Identity['contacts'] = [...contacts, ...links.map((url) => ({ type: 'link', value: url, normalized: linkKey(url) }))];
  return [
    ...(externalKey === null ? [] : [`key ${companyId ?? 0} ${externalKey}`]),
    ...values.flatMap((value) => {
      const bearing = value.isShared ? 'shared' : contactBearing(value);
      const isAlone = bearing === 'personal' || (bearing === 'uncertain' && purpose === 'ask');
      return [...textsOfValue(value, { bearing, name, purpose }), ...(isAlone ? formerTexts(value) : [])];
    }),
  ];
}

/** Hashes that nobody can compute without the key of the installation. */
const fingerprintsOf = (signer: Signer, identity: Identity, purpose: Purpose): Buffer[] =>
  [...new Set(textsOf(identity, purpose))].map((text) => signer.fingerprint('erased person', text));

interface StoredIdentity {
  data: { last_name: string; links: readonly { url: string }[] };
  contacts: Identity['contacts'];
  external_key: string | null;
}

/** The same of a profile as it is stored. */
export const knownBy = (signer: Signer, { data, contacts, external_key: externalKey }: StoredIdentity, companyId: number | null) =>
  fingerprintsOf(
    signer,
    { externalKey, companyId, lastName: data.last_name, contacts, links: data.links.map((link) => link.url) },
    'erase',
  );

const identityOf = (profile: ProfileData, companyId: number | null): Identity => ({
  externalKey: profile.external_key ?? null,
  companyId,
  lastName: profile.last_name,
  contacts: profile.contacts.flatMap((contact) => normalizeContact(contact, profile.locations[0]?.country_code) ?? []),
  links: profile.links.map((link) => link.url),
});

/** By what an erasure finds a file that tells of the person. */
export const marksOf = (signer: Signer, profile: ProfileData): Buffer[] => fingerprintsOf(signer, identityOf(profile, null), 'ask');

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
  const known = profiles.map((profile) => ({ profile, fingerprints: fingerprintsOf(signer, identityOf(profile, companyId), 'ask') }));
  const found = await findFingerprints(
    tx,
    { companyId, onRequest },
    known.flatMap(({ fingerprints }) => fingerprints),
  );
  return new Set(
    known.flatMap(({ profile, fingerprints }) => (fingerprints.some((one) => found.has(one.toString('hex'))) ? [profile] : [])),
  );
}
