import { createGroup, removeGroup, saveGroup } from './actions/save-group.ts';
import { type Call, type Handler, headersOf, groupIdOf, isKnown, type Reply, requireVersion } from './calls.ts';
import { type GroupDraft, groupDraftOf, isGroupAttribute, patchGroup } from './group-draft.ts';
import { presentGroup } from './present.ts';
import { notFound } from './protocol/error.ts';
import { listAnswer } from './protocol/list.ts';
import { readOperations } from './protocol/operations.ts';
import { project, shows } from './protocol/projection.ts';
import type { ScimServices } from './services.ts';
import { findGroup, type GroupRow, listGroups, membersOf } from './store/groups.ts';
import { pageOf } from './user-calls.ts';

const mostMembers = 20_000;

function limitMembers(rows: readonly GroupRow[]): readonly GroupRow[] {
  let members = 0;
  const end = rows.findIndex((row) => (members += row.member_count) > mostMembers);
  return end < 0 ? rows : rows.slice(0, Math.max(end, 1));
}

function toReply({ client, list }: Call, { row, members }: { row: GroupRow; members: Iterable<number> | undefined }, status = 200): Reply {
  const resource = presentGroup(row, members, client.base);
  return { status, body: project(resource, list), headers: headersOf(resource) };
}

export function groupCalls(services: ScimServices) {
  const { database } = services;
  const list: Handler = async (call) => {
    const { client, list: request } = call;
    const page = pageOf(call, request);
    const withMembers = shows(request, 'members');
    const { total, rows, members } = await database.readInCompany(client.companyId, async (tx) => {
      const found = await listGroups(tx, page);
      const limited = withMembers ? limitMembers(found.rows) : found.rows;
      const ids = limited.map(({ id }) => id);
      return { total: found.total, rows: limited, members: withMembers ? await membersOf(tx, client.companyId, ids) : undefined };
    });
    const resources = rows.map((row) => project(presentGroup(row, members && (members.get(row.id) ?? []), client.base), request));
    return { status: 200, body: listAnswer(resources, { total, startIndex: request.startIndex }) };
  };
  const find: Handler = async (call) => {
    const { companyId } = call.client;
    const id = groupIdOf(call);
    const found = await database.readInCompany(companyId, async (tx) => {
      const row = await findGroup(tx, companyId, id);
      if (!row) throw notFound();
      if (isKnown(call, row)) return { row, members: undefined, isKnown: true };
      const members = shows(call.list, 'members') ? ((await membersOf(tx, companyId, [id])).get(id) ?? []) : undefined;
      return { row, members, isKnown: false };
    });
    return found.isKnown ? { status: 304, headers: headersOf(presentGroup(found.row, undefined, call.client.base)) } : toReply(call, found);
  };
  const create: Handler = async (call) => toReply(call, await createGroup(services, call.client, groupDraftOf(call.body)), 201);
  const change = async (call: Call, edit: (before: GroupDraft) => GroupDraft) =>
    toReply(
      call,
      await saveGroup(services, call.client, {
        id: groupIdOf(call),
        edit({ row, members }) {
          requireVersion(call, row);
          return edit({ displayName: row.name, externalId: row.external_id ?? '', members });
        },
      }),
    );
  const replace: Handler = (call) => {
    const draft = groupDraftOf(call.body);
    return change(call, () => draft);
  };
  const patch: Handler = (call) => {
    const operations = readOperations(call.body, isGroupAttribute);
    return change(call, (before) => patchGroup(before, operations));
  };
  const remove: Handler = async (call) => {
    await removeGroup(services, call.client, { id: groupIdOf(call), check: ({ row }) => requireVersion(call, row) });
    return { status: 204 };
  };
  return { list, find, create, replace, patch, remove };
}
