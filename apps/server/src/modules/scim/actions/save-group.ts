import { assignGroup, leaveGroup } from '#modules/accounts/public/manage-users.ts';
import { lockActiveCompany } from '#modules/companies/public.ts';
import { deleteGroup, insertPart, renameGroup } from '#modules/employees/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { GroupDraft } from '../group-draft.ts';
import { invalid, notFound, ScimError } from '../protocol/error.ts';
import type { Client, ScimServices } from '../services.ts';
import {
  addMembers,
  findGroup,
  firstGroups,
  type GroupRow,
  isGroupNameTaken,
  membersOf,
  removeMembers,
  saveGroupFacts,
} from '../store/groups.ts';
import { seenIds } from '../store/users.ts';

const nameTaken = () => new ScimError(409, 'There is a group of this name already', 'uniqueness');

/** Serialises group changes of a company. */
async function lockCompany(tx: Tx, { companyId }: Client): Promise<void> {
  if (!(await lockActiveCompany(tx, companyId))) throw new AppError('unauthorized');
}

async function requireUniqueName(tx: Tx, { companyId }: Client, { name, but }: { name: string; but: number }): Promise<void> {
  if (name === '') throw invalid('displayName is required');
  if (await isGroupNameTaken(tx, { companyId, name, but })) throw nameTaken();
}

const difference = (one: ReadonlySet<number>, other: ReadonlySet<number>) => [...one].filter((id) => !other.has(id));

interface Membership {
  client: Client;
  groupId: number;
  before: ReadonlySet<number>;
  after: ReadonlySet<number>;
  now: Date;
}

/** SCIM users can have several groups, the product one: the first one added. */
async function saveMembers(tx: Tx, { client: { companyId }, groupId, before, after, now }: Membership): Promise<void> {
  const [added, removed] = [difference(after, before), difference(before, after)];
  if (added.length > 0) {
    const seen = await seenIds(tx, companyId, added);
    const unknown = added.find((id) => !seen.has(id));
    if (unknown !== undefined) throw invalid(`There is no person with the id ${unknown}`);
    await addMembers(tx, { groupId, companyId, userIds: added }, now);
    await assignGroup(tx, { userIds: added, from: null, to: groupId });
  }
  if (removed.length === 0) return;
  await removeMembers(tx, { groupId, userIds: removed });
  for (const [to, userIds] of await firstGroups(tx, { userIds: removed, but: groupId }))
    await assignGroup(tx, { userIds, from: groupId, to });
  await assignGroup(tx, { userIds: removed, from: groupId, to: null });
}

interface GroupWithMembers {
  row: GroupRow;
  members: ReadonlySet<number>;
}

async function requireGroup(tx: Tx, { companyId }: Client, id: number): Promise<GroupWithMembers> {
  const row = await findGroup(tx, companyId, id);
  if (!row) throw notFound();
  return { row, members: new Set((await membersOf(tx, companyId, [id])).get(id)) };
}

async function saveAttributes(
  tx: Tx,
  { companyId }: Client,
  { id, draft, now }: { id: number; draft: GroupDraft; now: Date },
): Promise<void> {
  await saveGroupFacts(tx, { groupId: id, companyId, externalId: draft.externalId === '' ? null : draft.externalId, now });
}

export const createGroup = ({ database, clock }: ScimServices, client: Client, draft: GroupDraft): Promise<GroupWithMembers> =>
  database.inCompany(client.companyId, async (tx) => {
    await lockCompany(tx, client);
    const { displayName: name, members: after } = draft;
    await requireUniqueName(tx, client, { name, but: 0 });
    const now = clock.now();
    const created = await insertPart(tx, 'user_groups', { companyId: client.companyId, name, now });
    if (!created) throw nameTaken();
    await saveAttributes(tx, client, { id: created.id, draft, now });
    await saveMembers(tx, { client, groupId: created.id, before: new Set(), after, now });
    return requireGroup(tx, client, created.id);
  });

interface GroupChange {
  id: number;
  edit: (before: GroupWithMembers) => GroupDraft;
}

const isUnchanged = ({ row, members }: GroupWithMembers, draft: GroupDraft) =>
  draft.displayName === row.name &&
  draft.externalId === (row.external_id ?? '') &&
  draft.members.size === members.size &&
  difference(draft.members, members).length === 0;

export const saveGroup = ({ database, clock }: ScimServices, client: Client, { id, edit }: GroupChange): Promise<GroupWithMembers> =>
  database.inCompany(client.companyId, async (tx) => {
    await lockCompany(tx, client);
    const before = await requireGroup(tx, client, id);
    const draft = edit(before);
    if (isUnchanged(before, draft)) return before;
    const { displayName: name, members: after } = draft;
    await requireUniqueName(tx, client, { name, but: id });
    const now = clock.now();
    if (name !== before.row.name) await renameGroup(tx, { id, name });
    await saveAttributes(tx, client, { id, draft, now });
    await saveMembers(tx, { client, groupId: id, before: before.members, after, now });
    return requireGroup(tx, client, id);
  });

export const removeGroup = (
  { database }: ScimServices,
  client: Client,
  { id, check }: { id: number; check: (found: GroupWithMembers) => void },
): Promise<void> =>
  database.inCompany(client.companyId, async (tx) => {
    await lockCompany(tx, client);
    const found = await requireGroup(tx, client, id);
    check(found);
    for (const [to, userIds] of await firstGroups(tx, { userIds: [...found.members], but: id }))
      await assignGroup(tx, { userIds, from: id, to });
    await leaveGroup(tx, id);
    await deleteGroup(tx, id);
  });
