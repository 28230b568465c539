import type { FormContact, ProfileChange } from '@headwater/contract/profile-form';
import { changedFields, type FragmentField, mergeFragments } from '@headwater/domain/profiles/fragments';
import type { Actor } from '@headwater/domain/roles';
import type { Signer } from '#platform/crypto/signing.ts';
import { requireNotErased } from '../erased-people.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findUser } from '#modules/accounts/public.ts';
import {
  dataOfFragment,
  deleteFragment,
  dropFields,
  findFragment,
  findStoredBase,
  type FragmentRow,
  insertFragment,
  listFragments,
  lockFragments,
  newestData,
  type NewestInput,
  recomputeOverlay,
  rewriteFragment,
} from '../store/fragments.ts';
import { deleteOwnContact, insertOwnContact } from '../store/own-contacts.ts';
import { insertProfile } from '../store/write.ts';
import type { FragmentData, FragmentSource, StoredProfile } from '../tables.ts';
import { fullName } from '../full-name.ts';
import { keepBannedLinks, requireNotBanned, typedContacts, typedLinks, withoutBannedLinks } from './banned-links.ts';
import { requireProfile } from './open-profile.ts';
import { emptyProfile, readContacts, readForm, requireName } from './read-form.ts';

/** What is known of a profile for the company: what was found, its own saves, and both as one. Also banned links, which nobody is shown. */
export async function readFragments(tx: Tx, profileId: number) {
  await requireProfile(tx, profileId);
  const base = await findStoredBase(tx, profileId);
  if (!base) throw new AppError('profile_not_found');
  const fragments = await listFragments(tx, profileId);
  return { base, fragments, merged: mergeFragments<StoredProfile>(base.data, await newestData(tx, { profileId })) };
}

/** The same as it is shown. */
export async function readShownFragments(tx: Tx, profileId: number) {
  const { base, fragments, merged } = await readFragments(tx, profileId);
  const [found = base.data, seen = merged.data] = await withoutBannedLinks(tx, [base.data, merged.data]);
  const [overlay = merged.overlay] = await withoutBannedLinks(tx, [merged.overlay]);
  return { base: { ...base, data: found }, fragments, merged: { ...merged, data: seen, overlay } };
}

async function lockedFragments(tx: Tx, actor: Actor, profileId: number) {
  await requireProfile(tx, profileId);
  await lockFragments(tx, actor.company.id, profileId);
  return readFragments(tx, profileId);
}

/** Fields that somebody has changed after the save that the writer knew of. */
async function refuseStale(tx: Tx, changed: FragmentData, { after, rows }: { after: number; rows: readonly FragmentRow[] }): Promise<void> {
  const errors: Record<string, { key: 'profile_changed'; parts: { name: string } }> = {};
  for (const field of Object.keys(changed) as FragmentField[]) {
    const newer = rows.findLast((row) => row.id > after && row.fields.includes(field));
    if (!newer) continue;
    const user = newer.created_by === null ? undefined : await findUser(tx, newer.created_by);
    errors[field] = { key: 'profile_changed', parts: { name: user ? `${user.first_name} ${user.last_name}`.trim() : '' } };
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
}

export interface NewSave {
  profileId: number;
  /** What is to be saved, of what the company sees now. */
  change(seen: StoredProfile): FragmentData;
  source: FragmentSource;
  resumeId?: number;
  /** The newest save that the writer knew of. */
  after?: number | undefined;
}

/** Saves what differs from what the company sees; undefined where nothing does, so that a save sent twice is one. */
export async function saveFragment(
  tx: Tx,
  actor: Actor,
  { profileId, change, source, resumeId, after }: NewSave,
): Promise<FragmentRow | undefined> {
  const { merged, fragments } = await lockedFragments(tx, actor, profileId);
  const changed = changedFields<StoredProfile>(merged.data, await keepBannedLinks(tx, merged.data, change(merged.data)));
  if (Object.keys(changed).length === 0) {
    // The lock has left an empty overlay where there was none.
    if (fragments.length === 0) await recomputeOverlay(tx, actor.company.id, profileId);
    return undefined;
  }
  if (after !== undefined) await refuseStale(tx, changed, { after, rows: fragments });
  requireName({ ...merged.data, ...(changed as Partial<StoredProfile>) }, changed);
  return insertFragment(tx, actor, { profileId, data: changed, source, resumeId: resumeId ?? null });
}

export interface FormSave {
  profileId: number;
  change: ProfileChange;
  contacts?: { add: readonly FormContact[]; remove: readonly number[] } | undefined;
  after?: number | undefined;
}

/** CTP-011: one save of the editor, with the contacts that the company adds and takes away. All of it or nothing. */
export async function saveForm(tx: Tx, actor: Actor, { profileId, change, contacts, after }: FormSave) {
  const added = readContacts(contacts?.add ?? [], 'contacts.add');
  await requireNotBanned(tx, [...typedLinks(change.links), ...typedContacts(contacts?.add, 'contacts.add')]);
  const fragment = await saveFragment(tx, actor, { profileId, change: (seen) => readForm(change, seen), source: 'form', after });
  for (const contactId of contacts?.remove ?? []) await deleteOwnContact(tx, actor, { profileId, contactId });
  const ids: number[] = [];
  for (const contact of added) {
    const row = await insertOwnContact(tx, actor, { profileId, ...contact });
    if (row) ids.push(row.id);
  }
  return { fragment, contactsAdded: ids };
}

/** The profile of a fragment of the company, or 404. */
export async function profileOfFragment(tx: Tx, fragmentId: number): Promise<number> {
  const known = await findFragment(tx, fragmentId);
  if (!known) throw new AppError('not_found');
  return (await requireProfile(tx, known.profile_id)).id;
}

/** The fragment, or 404 where there is none of the company; 404 and 410 as its profile answers. */
async function lockedFragment(tx: Tx, actor: Actor, fragmentId: number) {
  const { merged, base } = await lockedFragments(tx, actor, await profileOfFragment(tx, fragmentId));
  const row = await findFragment(tx, fragmentId);
  // Somebody took it back at the same moment.
  if (!row) throw new AppError('not_found');
  return { row, merged, base };
}

export interface FragmentChange {
  fragmentId: number;
  change: ProfileChange;
  without?: readonly FragmentField[] | undefined;
}

const nameFields = ['first_name', 'last_name', 'patronymic'] as const;

type KnownProfile = Pick<Awaited<ReturnType<typeof readFragments>>, 'base' | 'merged'>;

/** The profile with the names that it has without some saves, and with one that says something else. */
async function withNames(
  tx: Tx,
  { base }: Pick<KnownProfile, 'base'>,
  { newest, instead }: { newest: Omit<NewestInput, 'profileId' | 'fields'>; instead?: { id: number; data: FragmentData } },
): Promise<StoredProfile> {
  const others = await newestData(tx, { profileId: base.id, fields: nameFields, ...newest });
  return mergeFragments<StoredProfile>(base.data, instead ? [...others, instead] : others).data;
}

/** CTP-015: says something else in a save, at its place among the others. Undefined where nothing of it is left. */
export async function changeFragment(tx: Tx, actor: Actor, { fragmentId, change, without = [] }: FragmentChange) {
  const { row, merged, base } = await lockedFragment(tx, actor, fragmentId);
  const left = Object.fromEntries(
    Object.entries(await dataOfFragment(tx, row.id)).filter(([field]) => !without.includes(field as FragmentField)),
  );
  await requireNotBanned(tx, typedLinks(change.links));
  const said = await keepBannedLinks(tx, merged.data, readForm(change, merged.data));
  const data = { ...left, ...said };
  requireName(await withNames(tx, { base }, { newest: { but: row.id }, instead: { id: row.id, data } }), said);
  return rewriteFragment(tx, row, { data });
}

/** PEDT-013: nobody loses their name with a save that goes; who was found without one stays so. */
function requireNameStays({ merged }: Pick<KnownProfile, 'merged'>, after: StoredProfile) {
  if (fullName(merged.data) !== '') requireName(after, { first_name: '' });
}

/** CTP-016: a save says what a file says, and nothing else any more. */
export async function replaceFragment(
  tx: Tx,
  actor: Actor,
  { fragmentId, data, resumeId }: { fragmentId: number; data: FragmentData; resumeId: number },
): Promise<FragmentRow | undefined> {
  const { row, ...known } = await lockedFragment(tx, actor, fragmentId);
  requireNameStays(known, await withNames(tx, known, { newest: { but: row.id }, instead: { id: row.id, data } }));
  return rewriteFragment(tx, row, { data, source: 'file', resumeId });
}

/** CTP-012: takes a save back. */
export async function removeFragment(tx: Tx, actor: Actor, { fragmentId, profileId }: { fragmentId: number; profileId?: number }) {
  if (profileId !== undefined) await requireProfile(tx, profileId);
  const { row, ...known } = await lockedFragment(tx, actor, fragmentId);
  if (profileId !== undefined && row.profile_id !== profileId) throw new AppError('not_found');
  requireNameStays(known, await withNames(tx, known, { newest: { but: row.id } }));
  await deleteFragment(tx, row);
}

/** Brings fields back to what was found: they leave every save. */
export async function restoreFields(tx: Tx, actor: Actor, { profileId, fields }: { profileId: number; fields: readonly FragmentField[] }) {
  const { merged, base } = await lockedFragments(tx, actor, profileId);
  const found = Object.fromEntries(fields.map((field) => [field, base.data[field]]));
  requireNameStays({ merged }, { ...merged.data, ...found });
  await dropFields(tx, { companyId: actor.company.id, profileId, fields });
}

/** CTP-013: a profile of the company of which everything is said by fragments. */
export async function createFromFragments(
  tx: Tx,
  actor: Actor,
  { changes, signing }: { changes: readonly ProfileChange[]; signing(): Promise<Signer> },
) {
  await requireNotBanned(
    tx,
    changes.flatMap(({ links }, index) => typedLinks(links, `fragments.${index}.links`)),
  );
  const base = emptyProfile();
  const data = changes.map((change) => readForm(change, base));
  const whole = mergeFragments<StoredProfile>(
    base,
    data.map((each, index) => ({ id: index, data: each })),
  );
  requireName(whole.data, { first_name: '' });
  await requireNotErased(tx, { companyId: actor.company.id, signing }, { ...whole.data, contacts: [] });
  const profileId = await insertProfile(tx, base, { companyId: actor.company.id, createdBy: actor.userId });
  await lockFragments(tx, actor.company.id, profileId);
  const rows: FragmentRow[] = [];
  for (const each of data) {
    if (Object.keys(each).length > 0) rows.push(await insertFragment(tx, actor, { profileId, data: each, source: 'form' }));
  }
  return { profileId, rows };
}
