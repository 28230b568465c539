import type { ProfileData } from '@headwater/contract/profile-data';
import { entries } from '@headwater/contract/profile-form';
import { changedFields } from '@headwater/domain/profiles/fragments';
import { newFacts } from '@headwater/domain/profiles/new-facts';
import type { DuplicatePolicy, LeftOutReason } from '@headwater/domain/profiles/table-import';
import type { Actor } from '@headwater/domain/roles';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { withoutBannedLinks } from '../../actions/banned-links.ts';
import { readFragments } from '../../actions/fragments.ts';
import { fragmentOf } from '../../actions/read-form.ts';
import { findErased } from '../../erased-people.ts';
import { announceProfiles } from '../../store/changes.ts';
import { deleteFragment, insertFragment, lockFragments } from '../../store/fragments.ts';
import { deleteOwnContacts, insertOwnContact } from '../../store/own-contacts.ts';
import { deleteProfiles } from '../../store/undo-creation.ts';
import { upsertProfiles } from '../../store/write.ts';
import type { FragmentData, StoredProfile } from '../../tables.ts';
import { normalizeContact } from '../normalize-contact.ts';
import { resolveReferences } from '../resolve-references.ts';
import { matchPeople } from './known-people.ts';

export interface WrittenPerson {
  kind: 'created' | 'changed' | 'known' | 'left_out';
  profileId?: number;
  reason?: LeftOutReason;
  /** Reverted by an undo. */
  fragmentId?: number;
  contactIds?: number[];
}

interface Writing {
  policy: DuplicatePolicy;
  signing(): Promise<Signer>;
}

function changeOf(known: StoredProfile, said: FragmentData, policy: DuplicatePolicy): FragmentData {
  if (policy === 'replace') return changedFields<StoredProfile>(known, said);
  return Object.fromEntries(newFacts(known, said, entries).map(({ field, value }) => [field, value])) as FragmentData;
}

/** A save of its own, so that an undo removes it and later saves stay. */
async function changeKnown(
  tx: Tx,
  actor: Actor,
  { id, profile, policy }: { id: number; profile: ProfileData; policy: DuplicatePolicy },
): Promise<WrittenPerson> {
  if (policy === 'skip') return { kind: 'known', profileId: id };
  await lockFragments(tx, actor.company.id, id);
  const { merged } = await readFragments(tx, id);
  const { contacts, ...said } = resolveReferences(profile);
  const data = changeOf(merged.data, fragmentOf(said), policy);
  const fragment = Object.keys(data).length === 0 ? undefined : await insertFragment(tx, actor, { profileId: id, data, source: 'file' });
  const country = profile.locations[0]?.country_code ?? merged.data.locations[0]?.country_code;
  const contactIds: number[] = [];
  for (const contact of contacts.flatMap((one) => normalizeContact(one, country) ?? [])) {
    const row = await insertOwnContact(tx, actor, { profileId: id, ...contact, source: 'file' });
    if (row) contactIds.push(row.id);
  }
  if (!fragment && contactIds.length === 0) return { kind: 'known', profileId: id };
  return { kind: 'changed', profileId: id, contactIds, ...(fragment ? { fragmentId: fragment.id } : {}) };
}

/** A profile that accepts no more saves stops no other row. */
async function changeOrLeaveOut(tx: Tx, actor: Actor, change: Parameters<typeof changeKnown>[2]): Promise<WrittenPerson> {
  try {
    return await changeKnown(tx, actor, change);
  } catch (error) {
    if (error instanceof FieldErrors) return { kind: 'left_out', reason: 'unreadable', profileId: change.id };
    throw error;
  }
}

/** Adds what a later row of the file says about the same person. */
function mergeRows(into: ProfileData, profile: ProfileData, policy: DuplicatePolicy): void {
  const { contacts: before, ...known } = into;
  const { contacts, ...said } = profile;
  Object.assign(into, changeOf(known, fragmentOf(said), policy));
  into.contacts = [...before, ...contacts].slice(0, entries);
}

/** One result a row. Erased people and rows that match several people change nothing. */
export async function writePeople(
  tx: Tx,
  actor: Actor,
  { people, policy, signing }: Writing & { people: readonly ProfileData[] },
): Promise<WrittenPerson[]> {
  const companyId = actor.company.id;
  const erased = await findErased(tx, { companyId, signing }, people);
  const shown = await withoutBannedLinks(tx, people);
  const allowed = shown.map((profile, index) => ({ profile, index })).filter(({ index }) => !erased.has(people[index] as ProfileData));
  const matches = await matchPeople(
    tx,
    actor,
    allowed.map(({ profile }) => profile),
  );
  const results: WrittenPerson[] = people.map(() => ({ kind: 'left_out', reason: 'erased' }));
  const created: { profile: ProfileData; index: number }[] = [];
  const later: { index: number; place: number }[] = [];
  for (const [place, match] of matches.entries()) {
    const { profile, index } = allowed[place] as (typeof allowed)[number];
    if (match.kind === 'several') results[index] = { kind: 'left_out', reason: 'several_people' };
    else if (match.kind === 'known') results[index] = await changeOrLeaveOut(tx, actor, { id: match.id, profile, policy });
    else if (match.kind === 'new') created.push({ profile, index });
    else {
      const first = allowed[match.index] as (typeof allowed)[number];
      const isNew = matches[match.index]?.kind === 'new';
      if (policy !== 'skip' && isNew) mergeRows(first.profile, profile, policy);
      if (policy !== 'skip') later.push({ index, place: first.index });
      else results[index] = { kind: 'left_out', reason: 'repeated' };
    }
  }
  if (created.length > 0) {
    const { ids } = await upsertProfiles(
      tx,
      created.map(({ profile }) => profile),
      { companyId, createdBy: actor.userId },
    );
    for (const [place, { index }] of created.entries()) {
      const id = ids[place];
      // A null id: the person was erased since.
      if (typeof id === 'number') results[index] = { kind: 'created', profileId: id };
    }
  }
  for (const { index, place } of later) {
    const profileId = results[place]?.profileId;
    results[index] = profileId === undefined ? { kind: 'left_out', reason: 'repeated' } : { kind: 'known', profileId };
  }
  return results;
}

/** `createdIds`: people without later work. Returns the number of reverted rows. */
export async function undoPeople(
  tx: Tx,
  actor: Actor,
  { written, createdIds }: { written: readonly WrittenPerson[]; createdIds: readonly number[] },
): Promise<number> {
  let undone = 0;
  for (const { profileId, fragmentId, contactIds = [], kind } of written) {
    if (kind !== 'changed' || profileId === undefined) continue;
    await deleteOwnContacts(tx, actor, contactIds);
    await lockFragments(tx, actor.company.id, profileId);
    await deleteFragment(tx, { id: fragmentId ?? 0, company_id: actor.company.id, profile_id: profileId });
    undone += 1;
  }
  await deleteProfiles(tx, createdIds);
  await announceProfiles(tx, createdIds);
  return undone + createdIds.length;
}
