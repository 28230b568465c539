import { FieldErrors } from '#platform/errors.ts';
import { deactivate, removeUser } from './actions/deactivate-user.ts';
import { createUser, saveUser } from './actions/save-user.ts';
import { type Call, type Handler, headersOf, userIdOf, isKnown, type Reply, requireVersion } from './calls.ts';
import { presentUser } from './present.ts';
import { notFound, ScimError } from './protocol/error.ts';
import { parseFilter } from './protocol/filter.ts';
import { listAnswer, type ListRequest } from './protocol/list.ts';
import { attributeName } from './protocol/names.ts';
import { changesOnlyActive, deactivates, isDeactivated, readOperations } from './protocol/operations.ts';
import { project } from './protocol/projection.ts';
import type { ScimServices } from './services.ts';
import { findUserRow, listUsers, type Page, type UserRow } from './store/users.ts';
import { draftOf, isUserAttribute, patchDraft, type UserDraft } from './user-draft.ts';

export const pageOf = ({ client }: Pick<Call, 'client'>, { filter, sortBy, sortOrder, startIndex, count }: ListRequest): Page => ({
  companyId: client.companyId,
  filter: filter === undefined ? undefined : parseFilter(filter),
  sortBy: sortBy && (attributeName(sortBy) ?? sortBy),
  isDescending: sortOrder === 'descending',
  limit: count,
  offset: startIndex - 1,
});

function toReply({ client, list }: Call, row: UserRow, status = 200): Reply {
  const resource = presentUser(row, client.base);
  return { status, body: project(resource, list), headers: headersOf(resource) };
}

const draftOfRow = (row: UserRow): UserDraft => ({
  userName: row.user_name,
  externalId: row.external_id ?? '',
  givenName: row.first_name,
  familyName: row.last_name,
  displayName: '',
  formattedName: '',
  active: row.is_active,
  language: row.language,
  emails: row.emails ?? [],
  department: row.department_name ?? '',
});

/** Without a valid `active` the current value stays. */
const replacement = (body: unknown, row: UserRow): UserDraft => draftOf(body, { active: row.is_active });

const soughtBy = (call: Call) => ({ id: userIdOf(call), check: (row: UserRow) => requireVersion(call, row) });

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
    const row = await database.readInCompany(companyId, (tx) => findUserRow(tx, companyId, userIdOf(call)));
    if (!row) throw notFound();
    return isKnown(call, row) ? { status: 304, headers: headersOf(presentUser(row, call.client.base)) } : toReply(call, row);
  };
  const create: Handler = async (call) => toReply(call, await createUser(services, call.client, draftOf(call.body)), 201);
  const change = (call: Call, edit: (row: UserRow) => UserDraft) => {
    const checked = (row: UserRow) => {
      requireVersion(call, row);
      return edit(row);
    };
    return saveUser(services, call.client, { id: userIdOf(call), edit: checked });
  };
  /** Access must end even if the rest of the request is invalid: providers repeat it for days. */
  const changeOrDeactivate = async (call: Call, edit: (row: UserRow) => UserDraft) => {
    try {
      return await change(call, edit);
    } catch (error) {
      if (!(error instanceof ScimError || error instanceof FieldErrors)) throw error;
      const row = await deactivate(services, call.client, soughtBy(call));
      services.log.warn({ err: error, companyId: call.client.companyId, userId: row.id }, 'SCIM: only the deactivation was applied');
      return row;
    }
  };
  const replace: Handler = async (call) => {
    const save = isDeactivated(call.body) ? changeOrDeactivate : change;
    return toReply(call, await save(call, (row) => replacement(call.body, row)));
  };
  const patch: Handler = async (call) => {
    const isDeactivation = deactivates(call.body);
    if (isDeactivation && changesOnlyActive(call.body)) return toReply(call, await deactivate(services, call.client, soughtBy(call)));
    const save = isDeactivation ? changeOrDeactivate : change;
    return toReply(call, await save(call, (row) => patchDraft(draftOfRow(row), readOperations(call.body, isUserAttribute))));
  };
  const remove: Handler = async (call) => {
    await removeUser(services, call.client, soughtBy(call));
    return { status: 204 };
  };
  return { list, find, create, replace, patch, remove };
}
