import { linkKey } from '@headwater/domain/identity/link';
import { createHash } from 'node:crypto';
import type { InferContractRouterOutputs } from '@orpc/contract';
import type { profileCreation } from '@headwater/contract/profile-creation';
import type { ProfileData } from '@headwater/contract/profile-data';
import type { FormContact, ProfileChange } from '@headwater/contract/profile-form';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { requesterOf } from '#platform/fair-turns.ts';
import { lockUntilCommit } from '#platform/database/locks.ts';
import { AppError } from '#platform/errors.ts';
import { attachToProfile, profileOfContent } from '#modules/files/public.ts';
import { findProfileCards } from '../cards.ts';
import { changeUnlessErased, requireNotErased } from '../erased-people.ts';
import { insertFragment, listFragments, lockFragments } from '../store/fragments.ts';
import { insertOwnContact } from '../store/own-contacts.ts';
import { findByKey, upsertProfiles } from '../store/write.ts';
import { visibleProfileIds } from '../store/read.ts';
import type { StoredProfile } from '../tables.ts';
import { profileOfFragment, replaceFragment } from './fragments.ts';
import { requireNotBanned, typedContacts, typedLinks } from './banned-links.ts';
import { profileOfLink } from './find-matches.ts';
import { type CreationServices, readUpload } from './read-upload.ts';
import { emptyProfile, fragmentOf, readContacts, readForm, requireName } from './read-form.ts';

export interface NewProfile {
  change: ProfileChange;
  contacts?: readonly FormContact[] | undefined;
  fileId?: number | undefined;
  text?: string | undefined;
  link?: string | undefined;
  requestKey?: string | undefined;
  /** Profiles with one key are one entry of recent activity. */
  importKey?: string | undefined;
}

/** Aborts when the client disconnects, which stops the reading of its file. */
interface Wanted {
  signal: AbortSignal;
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const isNamed = ({ first_name: first, last_name: last }: { first_name?: string | undefined; last_name?: string | undefined }) =>
  Boolean(first) || Boolean(last);

interface Source {
  person?: ProfileData;
  /** Equal keys identify the same source. */
  key?: string;
  file?: { id: number; hash: string };
}

function requirePerson(person: ProfileData): ProfileData {
  if (!isNamed(person)) throw new AppError('profile_not_created');
  return person;
}

async function openFile({ readFile }: CreationServices, actor: Actor, fileId: number) {
  const found = await readFile(actor, fileId);
  return { found, file: { id: found.row.id, hash: hashOf(found.bytes) } };
}

async function readSource(services: CreationServices, actor: Actor, { signal, ...input }: NewProfile & Wanted): Promise<Source> {
  const { reader } = services;
  const { fileId, text } = input;
  // Reject a form without a name; the file does not supply one.
  const { first_name: first, last_name: last } = input.change;
  const isForm = first !== undefined || last !== undefined;
  if (isForm) return fileId === undefined ? {} : { file: (await openFile(services, actor, fileId)).file };
  const requester = requesterOf({ actor, signal });
  if (fileId !== undefined)
    return reader.withFiles(requester, async (read) => {
      const { found, file } = await openFile(services, actor, fileId);
      const person = requirePerson(await readUpload(services, actor, { file: found, field: 'file_id', read }));
      return { file, key: `file:${file.hash}`, person };
    });
  if (text === undefined) return {};
  return { key: `text:${hashOf(text)}`, person: requirePerson(await reader.readText(requester, text)) };
}

/** Throws 410 if the person was erased since. */
async function knownProfile(
  tx: Tx,
  actor: Actor,
  { key, hash }: { key: string | null; hash?: string | undefined },
): Promise<number | undefined> {
  const known = key === null ? undefined : await findByKey(tx, { companyId: actor.company.id, key });
  if (known?.deleted_at) throw new AppError('profile_deleted');
  const ofFile = known || hash === undefined ? undefined : await profileOfContent(tx, actor.company.id, hash);
  if (ofFile === undefined) return known?.id;
  return (await visibleProfileIds(tx, [ofFile])).has(ofFile) ? ofFile : undefined;
}

type CreatedProfile = InferContractRouterOutputs<typeof profileCreation>['create'];

async function present(tx: Tx, actor: Actor, made: Pick<CreatedProfile, 'id' | 'created'>): Promise<CreatedProfile> {
  const [card] = await findProfileCards(tx, [made.id], actor);
  return { ...made, name: card?.name ?? null, title: card?.title ?? null, company: card?.company ?? null };
}

/**
 * PEDT-001, PEDT-005: `created` is false if the same request, file or link already has a profile.
 */
export async function createProfile(services: CreationServices, actor: Actor, input: NewProfile & Wanted): Promise<CreatedProfile> {
  const { person, key: sourceKey, file } = await readSource(services, actor, input);
  const key = input.requestKey ? `form:${input.requestKey}` : (sourceKey ?? null);
  return services.database.inCompany(actor.company.id, async (tx) => {
    const { link, change } = input;
    await requireNotBanned(tx, [
      ...(link ? [{ url: link, field: 'link' }] : []),
      ...typedLinks(change.links),
      ...typedContacts(input.contacts, 'contacts'),
    ]);
    // The second of two requests with one link finds the profile of the first.
    if (link) await lockUntilCommit(tx, 'newLink', `${actor.company.id} ${linkKey(link)}`);
    const known =
      (await knownProfile(tx, actor, { key, hash: person ? file?.hash : undefined })) ??
      (link ? await profileOfLink(tx, actor, link) : undefined);
    if (known !== undefined) return present(tx, actor, { id: known, created: false });
    const links = link && !change.links?.length ? { links: [{ url: link }] } : {};
    const { contacts: found = [], ...base } = person ?? { ...emptyProfile(), contacts: [] };
    const data: StoredProfile = { ...base, ...(readForm({ ...change, ...links }, base) as Partial<StoredProfile>) };
    requireName(data, { first_name: data.first_name });
    const contacts = input.contacts ? readContacts(input.contacts, 'contacts') : found;
    const scope = { companyId: actor.company.id, createdBy: actor.userId };
    const profile = { ...data, external_key: key, contacts };
    await requireNotErased(tx, { ...scope, signing: services.signing }, profile);
    const written = await upsertProfiles(tx, [profile], scope);
    const [id] = written.ids;
    if (typeof id !== 'number') throw new AppError('profile_deleted');
    if (file) await attachToProfile(tx, { fileId: file.id, profileId: id, hash: file.hash });
    if (written.inserted > 0) await services.record.created(tx, actor, { profileId: id, group: input.importKey });
    return present(tx, actor, { id, created: written.inserted > 0 });
  });
}

/** Stores nothing. */
export async function readPerson(
  services: CreationServices,
  actor: Actor,
  input: { fileId?: number | undefined; text?: string | undefined } & Wanted,
) {
  const { person, key = null, file } = await readSource(services, actor, { ...input, change: {} });
  if (!person) throw new AppError('profile_not_created');
  const knownId = await services.database.inCompany(actor.company.id, (tx) => knownProfile(tx, actor, { key, hash: file?.hash }));
  return { person, knownId: knownId ?? null };
}

/** CTP-014. */
export async function createFromFile(services: CreationServices, actor: Actor, { fileId, signal }: { fileId: number } & Wanted) {
  const { person, file } = await readSource(services, actor, { change: {}, fileId, signal });
  if (!person || !file) throw new AppError('profile_not_created');
  return services.database.inCompany(actor.company.id, async (tx) => {
    const scope = { companyId: actor.company.id, createdBy: actor.userId };
    const key = `upload:${fileId}`;
    const known = await knownProfile(tx, actor, { key });
    await requireNotErased(tx, { ...scope, signing: services.signing }, person);
    const profileId = known ?? (await upsertProfiles(tx, [{ ...emptyProfile(), external_key: key, contacts: [] }], scope)).ids[0];
    if (typeof profileId !== 'number') throw new AppError('profile_deleted');
    await lockFragments(tx, actor.company.id, profileId);
    const data = fragmentOf(person);
    const before = (await listFragments(tx, profileId)).find((row) => row.resume_id === fileId);
    const fragment = before
      ? await replaceFragment(tx, actor, { fragmentId: before.id, data, resumeId: fileId })
      : await insertFragment(tx, actor, { profileId, data, source: 'file', resumeId: fileId });
    for (const contact of readContacts(
      person.contacts.map(({ type, value, kind }) => ({ type, value, kind })),
      'contacts',
    ))
      await insertOwnContact(tx, actor, { profileId, ...contact, source: 'resume' });
    await attachToProfile(tx, { fileId, profileId, hash: file.hash });
    return { profileId, fragment };
  });
}

/** CTP-016: ignores contacts of the resume. */
export async function readResumeInto(
  services: CreationServices,
  actor: Actor,
  { fragmentId, resumeId, signal }: { fragmentId: number; resumeId: number } & Wanted,
) {
  const profileId = await services.database.inCompany(actor.company.id, (tx) => profileOfFragment(tx, fragmentId));
  const person = await services.reader.withFiles(requesterOf({ actor, signal }), async (read) => {
    const file = await services.readFile(actor, resumeId);
    const { attached_to: owner, attached_id: ownerId } = file.row;
    if (owner !== null && !(owner === 'profile' && ownerId === profileId)) throw new AppError('not_found');
    return readUpload(services, actor, { file, field: 'resume_id', read });
  });
  return services.database.inCompany(actor.company.id, (tx) =>
    changeUnlessErased(tx, { signing: services.signing, companyId: actor.company.id, profileIds: [profileId] }, () =>
      replaceFragment(tx, actor, { fragmentId, data: fragmentOf(person), resumeId }),
    ),
  );
}
