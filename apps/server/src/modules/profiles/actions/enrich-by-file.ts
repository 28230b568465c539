import { createHash } from 'node:crypto';
import type { ProfileData } from '@headwater/contract/profile-data';
import { entries } from '@headwater/contract/profile-form';
import { areOtherNames } from '@headwater/domain/profiles/duplicates/name-facts';
import { type NewFact, newFacts, withoutEntries } from '@headwater/domain/profiles/new-facts';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { requesterOf } from '#platform/fair-turns.ts';
import { attachToProfile, listAttached } from '#modules/files/public.ts';
import { changeUnlessErased } from '../erased-people.ts';
import { normalizeContact, type NormalizedContact } from '../import/normalize-contact.ts';
import { deleteFragment, findFragment, type FragmentRow, insertFragment, listFragments, lockFragments } from '../store/fragments.ts';
import { insertOwnContact } from '../store/own-contacts.ts';
import { listContacts } from '../store/read.ts';
import { type CreationServices, readUpload } from './read-upload.ts';
import { readFragments } from './fragments.ts';
import { requireProfile } from './open-profile.ts';
import { fragmentOf } from './read-form.ts';

interface EnrichInput {
  profileId: number;
  fileId: number;
  signal: AbortSignal;
}

interface ReadPerson {
  person: ProfileData;
  hash: string;
}

/** Read errors that a retry cannot fix. */
const unusable: readonly string[] = [
  'file_unreadable',
  'file_encrypted',
  'file_pictures',
  'file_letters',
  'file_of_many',
  'profile_not_created',
];

/** Matches by content, also under another file name. */
async function usedBefore(
  tx: Tx,
  { profileId, fileId }: Pick<EnrichInput, 'profileId' | 'fileId'>,
  hash: string,
): Promise<FragmentRow | undefined> {
  const hashes = new Map((await listAttached(tx, 'profile', [profileId])).map((file) => [file.id, file.content_hash]));
  return (await listFragments(tx, profileId)).find(
    ({ resume_id: from }) => from !== null && (from === fileId || hashes.get(from) === hash),
  );
}

/** Throws 409 if the profile was enriched from the file, 422 if it names no person. */
async function readFor(services: CreationServices, actor: Actor, input: EnrichInput): Promise<ReadPerson> {
  await services.database.inCompany(actor.company.id, (tx) => requireProfile(tx, input.profileId));
  return services.reader.withFiles(requesterOf({ actor, signal: input.signal }), async (read) => {
    const file = await services.readFile(actor, input.fileId);
    const { attached_to: owner, attached_id: ownerId } = file.row;
    if (owner !== null && !(owner === 'profile' && ownerId === input.profileId)) throw new AppError('not_found');
    const hash = createHash('sha256').update(file.bytes).digest('hex');
    const isUsed = await services.database.inCompany(actor.company.id, (tx) => usedBefore(tx, input, hash));
    if (isUsed) throw new AppError('enrichment_done');
    try {
      return { person: await readUpload(services, actor, { file, field: 'file_id', read }), hash };
    } catch (error) {
      throw error instanceof AppError && unusable.includes(error.key) ? new AppError('enrichment_impossible') : error;
    }
  });
}

interface Additions {
  facts: NewFact[];
  contacts: NormalizedContact[];
  isOtherPerson: boolean;
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
/** Identifies an entry of the preview when it is left out. */
export const factKey = (field: string, entry: unknown): string => keyOf(JSON.stringify([field, entry]));
export const contactKey = ({ type, normalized }: Pick<NormalizedContact, 'type' | 'normalized'>): string => keyOf(`${type} ${normalized}`);

function withoutKeys({ facts, contacts, isOtherPerson }: Additions, leftOut: readonly string[]): Additions {
  const keys = new Set(leftOut);
  return {
    isOtherPerson,
    facts: facts.flatMap((fact) => withoutEntries(fact, (entry) => keys.has(factKey(fact.field, entry))) ?? []),
    contacts: contacts.filter((contact) => !keys.has(contactKey(contact))),
  };
}

/** Includes contacts that the company has not opened. */
async function additionsTo(tx: Tx, profileId: number, person: ProfileData): Promise<Additions> {
  const { merged } = await readFragments(tx, profileId);
  const { contacts: said, ...data } = person;
  const country = merged.data.locations[0]?.country_code;
  const known = new Set(
    (await listContacts(tx, [profileId])).filter((row) => row.company_id !== null).map((row) => `${row.type} ${row.normalized}`),
  );
  const contacts = new Map<string, NormalizedContact>();
  for (const contact of said) {
    const read = normalizeContact(contact, country);
    if (read && !known.has(`${read.type} ${read.normalized}`)) contacts.set(`${read.type} ${read.normalized}`, read);
  }
  return {
    facts: newFacts(merged.data, fragmentOf(data), entries),
    contacts: [...contacts.values()],
    isOtherPerson: areOtherNames(merged.data, data),
  };
}

/** Throws 422 if the file adds nothing. */
export async function previewEnrichment(services: CreationServices, actor: Actor, input: EnrichInput) {
  const { person } = await readFor(services, actor, input);
  const additions = await services.database.inCompany(actor.company.id, (tx) => additionsTo(tx, input.profileId, person));
  return { person, ...requireSomething(additions) };
}

function requireSomething(additions: Additions): Additions {
  if (additions.facts.length + additions.contacts.length === 0) throw new AppError('enrichment_impossible');
  return additions;
}

/** FILE-009 to FILE-014. */
export async function enrichByFile(services: CreationServices, actor: Actor, input: EnrichInput & { leftOut: readonly string[] }) {
  const { profileId, fileId, leftOut } = input;
  const { person, hash } = await readFor(services, actor, input);
  return services.database.inCompany(actor.company.id, async (tx) => {
    await lockFragments(tx, actor.company.id, profileId);
    // A concurrent request may have used the file.
    if (await usedBefore(tx, input, hash)) throw new AppError('enrichment_done');
    return changeUnlessErased(tx, { signing: services.signing, companyId: actor.company.id, profileIds: [profileId] }, async () => {
      const { facts, contacts } = requireSomething(withoutKeys(await additionsTo(tx, profileId, person), leftOut));
      await attachToProfile(tx, { fileId, profileId, hash });
      const data = Object.fromEntries(facts.map(({ field, value }) => [field, value]));
      const fragment = await insertFragment(tx, actor, { profileId, data, source: 'file', resumeId: fileId });
      const added: number[] = [];
      for (const contact of contacts) {
        const row = await insertOwnContact(tx, actor, { profileId, ...contact, source: 'file', fragmentId: fragment.id });
        if (row) added.push(row.id);
      }
      await services.record.enriched(tx, actor, { profileId, fragmentId: fragment.id });
      return { fragmentId: fragment.id, contactsAdded: added };
    });
  });
}

/** Throws 404 if the fragment does not come from a file of this profile. */
export async function undoEnrichment(
  tx: Tx,
  actor: Actor,
  { signing, profileId, fragmentId }: Pick<CreationServices, 'signing'> & { profileId: number; fragmentId: number },
) {
  await requireProfile(tx, profileId);
  const fragment = await findFragment(tx, fragmentId);
  if (fragment?.profile_id !== profileId || fragment.source !== 'file') throw new AppError('not_found');
  await lockFragments(tx, actor.company.id, profileId);
  await changeUnlessErased(tx, { signing, companyId: actor.company.id, profileIds: [profileId] }, () => deleteFragment(tx, fragment));
}
