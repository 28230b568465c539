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
import { preserveBannedLinks, requireNotBanned, typedContacts, typedLinks, withoutBannedLinks } from './banned-links.ts';
import { requireProfile } from './open-profile.ts';
import { emptyProfile, readContacts, readForm, requireName } from './read-form.ts';

/** As found, own saves, and both merged. Includes banned links, which are never shown. */
export async function readFragments(tx: Tx, profileId: number) {
  await requireProfile(tx, profileId);
  const base = await findStoredBase(tx, profileId);
  if (!base) throw new AppError('profile_not_found');
  const fragments = await listFragments(tx, profileId);
  return { base, fragments, merged: mergeFragments<StoredProfile>(base.data, await newestData(tx, { profileId })) };
}

/** As `readFragments`, without banned links. */
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
  change(seen: StoredProfile): FragmentData;
  source: FragmentSource;
  resumeId?: number;
  /** The newest save that the editor had loaded. */
  after?: number | undefined;
}

/** Returns undefined without a difference, so that a repeated request saves once. */
export async function saveFragment(
  tx: Tx,
  actor: Actor,
  { profileId, change, source, resumeId, after }: NewSave,
): Promise<FragmentRow | undefined> {
  const { merged, fragments } = await lockedFragments(tx, actor, profileId);
  const changed = changedFields<StoredProfile>(merged.data, await preserveBannedLinks(tx, merged.data, change(merged.data)));
  if (Object.keys(changed).length === 0) {
    // The lock created an empty overlay.
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

/** CTP-011: all or nothing. */
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

export async function profileOfFragment(tx: Tx, fragmentId: number): Promise<number> {
  const known = await findFragment(tx, fragmentId);
  if (!known) throw new AppError('not_found');
  return (await requireProfile(tx, known.profile_id)).id;
}

/** Throws 404 if the company has no such fragment, and 404 or 410 like its profile. */
async function lockedFragment(tx: Tx, actor: Actor, fragmentId: number) {
  const { merged, base } = await lockedFragments(tx, actor, await profileOfFragment(tx, fragmentId));
  const row = await findFragment(tx, fragmentId);
  // A concurrent request removed it.
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

async function withNames(
  tx: Tx,
  { base }: Pick<KnownProfile, 'base'>,
  { newest, instead }: { newest: Omit<NewestInput, 'profileId' | 'fields'>; instead?: { id: number; data: FragmentData } },
): Promise<StoredProfile> {
  const others = await newestData(tx, { profileId: base.id, fields: nameFields, ...newest });
  return mergeFragments<StoredProfile>(base.data, instead ? [...others, instead] : others).data;
}

/** CTP-015: the save keeps its position. Returns undefined if nothing remains. */
export async function changeFragment(tx: Tx, actor: Actor, { fragmentId, change, without = [] }: FragmentChange) {
  const { row, merged, base } = await lockedFragment(tx, actor, fragmentId);
  const left = Object.fromEntries(
    Object.entries(await dataOfFragment(tx, row.id)).filter(([field]) => !without.includes(field as FragmentField)),
  );
  await requireNotBanned(tx, typedLinks(change.links));
  const said = await preserveBannedLinks(tx, merged.data, readForm(change, merged.data));
  const data = { ...left, ...said };
  requireName(await withNames(tx, { base }, { newest: { but: row.id }, instead: { id: row.id, data } }), said);
  return rewriteFragment(tx, row, { data });
}

/** PEDT-013: a removed save must not leave a person without a name, unless the source had none. */
function requireNameStays({ merged }: Pick<KnownProfile, 'merged'>, after: StoredProfile) {
  if (fullName(merged.data) !== '') requireName(after, { first_name: '' });
}

/** CTP-016. */
export async function replaceFragment(
  tx: Tx,
  actor: Actor,
  { fragmentId, data, resumeId }: { fragmentId: number; data: FragmentData; resumeId: number },
): Promise<FragmentRow | undefined> {
  const { row, ...known } = await lockedFragment(tx, actor, fragmentId);
  requireNameStays(known, await withNames(tx, known, { newest: { but: row.id }, instead: { id: row.id, data } }));
  return rewriteFragment(tx, row, { data, source: 'file', resumeId });
}

/** CTP-012. */
export async function removeFragment(tx: Tx, actor: Actor, { fragmentId, profileId }: { fragmentId: number; profileId?: number }) {
  if (profileId !== undefined) await requireProfile(tx, profileId);
  const { row, ...known } = await lockedFragment(tx, actor, fragmentId);
  if (profileId !== undefined && row.profile_id !== profileId) throw new AppError('not_found');
  requireNameStays(known, await withNames(tx, known, { newest: { but: row.id } }));
  await deleteFragment(tx, row);
}

/** Removes the fields from every save. */
export async function restoreFields(tx: Tx, actor: Actor, { profileId, fields }: { profileId: number; fields: readonly FragmentField[] }) {
  const { merged, base } = await lockedFragments(tx, actor, profileId);
  const found = Object.fromEntries(fields.map((field) => [field, base.data[field]]));
  requireNameStays({ merged }, { ...merged.data, ...found });
  await dropFields(tx, { companyId: actor.company.id, profileId, fields });
}

/** CTP-013. */
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
