import type { Contact, ProfileData } from '@headwater/contract/profile-data';
import type { Bearing } from '@headwater/domain/identity/bearing';
import { contactBearing } from '@headwater/domain/identity/contact-bearing';
import { linkKey } from '@headwater/domain/identity/link';
import { soundKey } from '@headwater/domain/names/sound-key';
import { tokenize } from '@headwater/domain/text/tokenize';
import { decodedLink } from '@headwater/domain/profiles/decoded-link';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { normalizeContact } from './import/normalize-contact.ts';
import { findFingerprints, hasFingerprints } from './store/erased.ts';
import { findWhole, listContacts } from './store/read.ts';

export interface Identity {
  externalKey: string | null;
  /** Null: of the common base. */
  companyId: number | null;
  /** A value that several people may share counts only together with one of these. */
  names: readonly string[];
  contacts: readonly { type: string; value: string; normalized: string; /** Other people have it too. */ isShared?: boolean }[];
  links: readonly string[];
}

type Purpose = 'erase' | 'ask';

const soundOf = (name: string) => tokenize(name).map(soundKey).join(' ');

/** Whether an address contains one of the names in any script, which makes the page personal. */
function holdsName(link: string, names: readonly string[]): boolean {
  const sounds = names.flatMap((name) => (name.trim().length >= 4 ? [soundOf(name)] : []));
  return link.split(/[^\p{L}]+/u).some((word) => word.length >= 4 && sounds.includes(soundKey(word)));
}

/**
 * The text of a contact or link: alone for a personal value, with the family name for a shared one.
 * The erasure decides by other profiles with the value and by names in page addresses, so a lookup
 * uses both texts.
 */
function textsOfValue(
  contact: { type: string; normalized: string },
  { bearing, names, purpose }: { bearing: Bearing; names: readonly string[]; purpose: Purpose },
): string[] {
  const text = `${contact.type} ${contact.normalized}`;
  // `soundOf` is equal for all spellings. Fingerprints of earlier versions use the name as written.
  const withName = names.flatMap((name) => [`${text} ${name.trim().toLowerCase()}`, `${text} ~${soundOf(name)}`]);
  if (bearing === 'placeholder') return [];
  if (bearing === 'shared') return withName;
  if (purpose === 'ask') return [text, ...withName];
  if (bearing === 'personal') return [text];
  return holdsName(contact.normalized, names) ? [text] : withName;
}

/** Keys of earlier versions. Their stored fingerprints cannot be computed again. */
function formerTexts({ type, value }: { type: string; value: string }): string[] {
  if (type === 'email') return [`email ${value.trim().toLowerCase()}`];
  if (type !== 'link') return [];
  return [...new Set([decodedLink(value), value])].map((url) => `link ${formerLinkKey(url)}`);
}

/** Lower-case host without www, protocol and trailing slash; the path keeps its case. */
function formerLinkKey(url: string): string {
  const bare = url
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?/i, '')
    .replace(/\/+$/, '');
  const slash = bare.search(/[/?#]/);
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

function textsOf({ externalKey, companyId, names, contacts, links }: Identity, purpose: Purpose): string[] {
  const values: Identity['contacts'] = [...contacts, ...links.map((url) => ({ type: 'link', value: url, normalized: linkKey(url) }))];
  return [
    ...(externalKey === null ? [] : [`key ${companyId ?? 0} ${externalKey}`]),
    ...values.flatMap((value) => {
      const bearing = value.isShared ? 'shared' : contactBearing(value);
      const isAlone = bearing === 'personal' || (bearing === 'uncertain' && purpose === 'ask');
      return [...textsOfValue(value, { bearing, names, purpose }), ...(isAlone ? formerTexts(value) : [])];
    }),
  ];
}

export const erasurePurpose = 'erased person';

const hashesOf = (signer: Pick<Signer, 'fingerprint'>, identity: Identity, purpose: Purpose): Buffer[] =>
  [...new Set(textsOf(identity, purpose))].map((text) => signer.fingerprint(erasurePurpose, text));

/** Hashes that require the key of the installation. An imported company also has those of its former one. */
function fingerprintsOf(signer: Signer, identity: Identity, purpose: Purpose): Buffer[] {
  const own = hashesOf(signer, identity, purpose);
  if (purpose === 'erase' || identity.companyId === null) return own;
  const former = signer.former.filter(({ companyId }) => companyId === identity.companyId);
  return [...own, ...former.flatMap((each) => hashesOf(each, { ...identity, companyId: each.formerCompanyId }, purpose))];
}

interface StoredIdentity {
  /** Also pages that companies added. */
  links: readonly string[];
  /** Also names that companies gave to the person. */
  names: readonly { first: string; last: string }[];
  contacts: Identity['contacts'];
  external_key: string | null;
}

const written = (names: readonly string[]) => [...new Set(names)].filter((name) => name.trim() !== '');

/** Earlier versions stored other keys. Only the key of a phone depends on more than the value. */
function withCurrentKey(contact: Identity['contacts'][number]): Identity['contacts'][number] {
  if (contact.type === 'phone') return contact;
  const { type, value, normalized } = contact;
  return { ...contact, normalized: normalizeContact({ type: type as Contact['type'], value, source: 'manual' })?.normalized ?? normalized };
}

/** With family names, or first names if there is no family name. */
export const knownBy = (signer: Signer, { links, names, contacts, external_key: externalKey }: StoredIdentity, companyId: number | null) =>
  fingerprintsOf(
    signer,
    {
      externalKey,
      companyId,
      names: written(names.map(({ first, last }) => last.trim() || first)),
      contacts: contacts.map(withCurrentKey),
      links,
    },
    'erase',
  );

/** Both names, because a source may swap them. */
const namesOf = ({ first_name: first, last_name: last }: Pick<ProfileData, 'first_name' | 'last_name'>) => written([last, first]);

const identityOf = (profile: ProfileData, companyId: number | null): Identity => ({
  externalKey: profile.external_key ?? null,
  companyId,
  names: namesOf(profile),
  contacts: profile.contacts.flatMap((contact) => normalizeContact(contact, profile.locations[0]?.country_code) ?? []),
  links: profile.links.map((link) => link.url),
});

/** Lets an erasure find files about the person. */
export const marksOf = (signer: Signer, profile: ProfileData): Buffer[] => fingerprintsOf(signer, identityOf(profile, null), 'ask');

interface Target {
  signing(): Promise<Signer>;
  /** Null: the common base. */
  companyId: number | null;
}

/** Only for erasures on request: people erased by a retention rule may return. */
export async function requireNotErased(tx: Tx, target: Target, profile: ProfileData): Promise<void> {
  if ((await findErased(tx, { ...target, onRequest: true }, [profile])).size > 0) throw new AppError('person_erased');
}

/** These people must not be written again. */
export async function findErased(
  tx: Tx,
  { signing, companyId, onRequest = false }: Target & { onRequest?: boolean },
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

interface Changed {
  companyId: number;
  /** Several if data moves between them, as in a merge. */
  profileIds: readonly number[];
}

/** Without contacts of the common base. */
async function fingerprintsNow(tx: Tx, signer: Signer, { companyId, profileIds }: Changed): Promise<Buffer[]> {
  const all = await listContacts(tx, [...profileIds]);
  return (await findWhole(tx, profileIds)).flatMap(({ id, data }) => {
    const contacts = all.filter((contact) => contact.profile_id === id && contact.company_id !== null);
    const links = data.links.map(({ url }) => url);
    return fingerprintsOf(signer, { externalKey: null, companyId, names: namesOf(data), contacts, links }, 'ask');
  });
}

/** Rejects a change that identifies a profile as a person who was erased on request. */
export async function changeUnlessErased<Result>(
  tx: Tx,
  { signing, ...changed }: Changed & { signing(): Promise<Signer> },
  change: () => Promise<Result>,
): Promise<Result> {
  const { companyId } = changed;
  if (!(await hasFingerprints(tx, companyId))) return change();
  const signer = await signing();
  const before = new Set((await fingerprintsNow(tx, signer, changed)).map((one) => one.toString('hex')));
  const result = await change();
  const added = (await fingerprintsNow(tx, signer, changed)).filter((one) => !before.has(one.toString('hex')));
  if ((await findFingerprints(tx, { companyId, onRequest: true }, added)).size > 0) throw new AppError('person_erased');
  return result;
}

/** Contacts that do not identify a person who was erased on request. */
export async function withoutErasedContacts<Added extends Identity['contacts'][number] & { profileId: number }>(
  tx: Tx,
  { signing, companyId }: Target,
  contacts: readonly Added[],
): Promise<Added[]> {
  if (contacts.length === 0 || !(await hasFingerprints(tx, companyId))) return [...contacts];
  const signer = await signing();
  const names = new Map(
    (await findWhole(tx, [...new Set(contacts.map((contact) => contact.profileId))])).map((row) => [row.id, namesOf(row.data)]),
  );
  const known = contacts.map((contact) => {
    const identity = { externalKey: null, companyId, names: names.get(contact.profileId) ?? [], contacts: [contact], links: [] };
    return { contact, fingerprints: fingerprintsOf(signer, identity, 'ask') };
  });
  const found = await findFingerprints(
    tx,
    { companyId, onRequest: true },
    known.flatMap(({ fingerprints }) => fingerprints),
  );
  return known.flatMap(({ contact, fingerprints }) => (fingerprints.some((one) => found.has(one.toString('hex'))) ? [] : [contact]));
}
