import { createUser, removeUser, saveUser } from './actions/save-user.ts';
import { type Call, type Handler, headersOf, idOf, isKnown, type Reply, requireVersion } from './calls.ts';
import { presentUser } from './present.ts';
import { notFound } from './protocol/error.ts';
import { parseFilter } from './protocol/filter.ts';
import { listAnswer, type ListRequest } from './protocol/list.ts';
import { attributeName } from './protocol/names.ts';
import { readOperations } from './protocol/operations.ts';
import { project } from './protocol/projection.ts';
import type { ScimServices } from './services.ts';
import { findUserRow, listUsers, type Page, type UserRow } from './store/users.ts';
import { draftOf, patchDraft, type UserDraft } from './user-draft.ts';

/** Throws ScimError. */
export const pageOf = ({ client }: Pick<Call, 'client'>, { filter, sortBy, sortOrder, startIndex, count }: ListRequest): Page => ({
  companyId: client.companyId,
  filter: filter === undefined ? undefined : parseFilter(filter),
  sortBy: sortBy && (attributeName(sortBy) ?? sortBy),
  isDescending: sortOrder === 'descending',
  limit: count,
  offset: startIndex - 1,
});

function shown({ client, list }: Call, row: UserRow, status = 200): Reply {
  const resource = presentUser(row, client.base);
  return { status, body: project(resource, list), headers: headersOf(resource) };
}

const draftOfRow = (row: UserRow): UserDraft => ({
  userName: row.user_name,
  externalId: row.external_id ?? '',
  givenName: row.first_name,
  familyName: row.last_name,
  displayName: '',
  active: row.is_active,
  language: row.language,
  emails: row.emails ?? [],
  department: row.department_name ?? '',
});

/** A resource that says nothing of a switch leaves it as it is. */
const withSwitch = (draft: UserDraft, body: unknown, row: UserRow): UserDraft =>
  Object.entries(body as object).some(([key, value]) => value !== null && attributeName(key) === 'active')
    ? draft
    : { ...draft, active: row.is_active };

/** /Users of RFC 7644. */
export function userCalls(services: ScimServices) {
  const { database } = services;
  const list: Handler = async (call) => {
    const { client, list: request } = call;
    const page = pageOf(call, request);
    const { total, rows } = await database.readInCompany(client.companyId, (tx) => listUsers(tx, page));
    const resources = rows.map((row) => project(presentUser(row, client.base), request));
    return { status: 200, body: listAnswer(resources, { total, startIndex: request.startIndex }) };
  };
  const find: Handler = async (call) => {
    const { companyId } = call.client;
    const row = await database.readInCompany(companyId, (tx) => findUserRow(tx, companyId, idOf(call)));
    if (!row) throw notFound();
    return isKnown(call, row) ? { status: 304, headers: headersOf(presentUser(row, call.client.base)) } : shown(call, row);
  };
  const create: Handler = async (call) => shown(call, await createUser(services, call.client, draftOf(call.body)), 201);
  const change = async (call: Call, edit: (row: UserRow) => UserDraft) => {
    const checked = (row: UserRow) => {
      requireVersion(call, row);
      return edit(row);
    };
    return shown(call, await saveUser(services, call.client, { id: idOf(call), edit: checked }));
  };
  const replace: Handler = (call) => {
    const draft = draftOf(call.body);
    return change(call, (row) => withSwitch(draft, call.body, row));
  };
  const patch: Handler = (call) => {
    const operations = readOperations(call.body);
    return change(call, (row) => patchDraft(draftOfRow(row), operations));
  };
  const remove: Handler = async (call) => {
    await removeUser(services, call.client, { id: idOf(call), check: (row) => requireVersion(call, row) });
    return { status: 204 };
  };
  return { list, find, create, replace, patch, remove };
}
