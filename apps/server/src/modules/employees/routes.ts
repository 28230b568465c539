import { implement } from '@orpc/server';
import { employees } from '@headwater/contract/employees';
import type { EmployeeChanges } from '@headwater/contract/employees';
import { listedWith, type PersonKind } from '@headwater/domain/companies/people';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { tableAnswer } from '#platform/export/table-answer.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { moveEmployee } from './actions/move-employee.ts';
import { createEmployee, type EmployeeServices, removeEmployee, saveEmployee } from './actions/save-employee.ts';
import { switchEmployee } from './actions/switch-employee.ts';
import { linkRoutes } from './link-routes.ts';
import { partRoutes } from './part-routes.ts';
import { type EmployeeFacts, presentEmployees } from './present.ts';
import { companyInReach, employeeInReach, inReach, type Sought } from './find-in-reach.ts';
import { type EmployeeFilter, type EmployeeRow, listEmployees } from './store.ts';
import { peopleColumns, peopleText, readPeople } from './table.ts';
import { pageWindow } from '#platform/page-window.ts';

type Services = EmployeeServices & EmployeeFacts & { exportTurns: FairTurns };

type Requested = Omit<EmployeeFilter, 'companyId' | 'limit' | 'offset'> & { page: number; per_page: number };

async function listPage(
  tx: Tx,
  facts: EmployeeFacts,
  { companyId, page, per_page: limit, ...filter }: Requested & { companyId?: number | undefined },
) {
  const { count, rows } = await listEmployees(tx, { ...filter, companyId, ...pageWindow(page, limit) });
  return { employees: await presentEmployees(tx, facts, rows), count, pages: pagesOf({ page, perPage: limit, count }) };
}

type CallContext = Pick<RequestContext, 'actor' | 'request'>;

function calls(services: Services) {
  const present = (actor: Actor, row: EmployeeRow) =>
    inReach(services.database, actor, async (tx) => {
      const [view] = await presentEmployees(tx, services, [row]);
      if (!view) throw new AppError('employee_not_found');
      return view;
    });
  return {
    find: async (actor: Actor, sought: Sought) =>
      present(actor, await inReach(services.database, actor, (tx) => employeeInReach(tx, actor, sought))),
    create: async ({ actor, request }: CallContext, kind: PersonKind, input: Parameters<typeof createEmployee>[2]['input']) =>
      present(actor, await createEmployee(services, { actor, host: request.hostname }, { kind, input })),
    save: async ({ actor, request }: CallContext, kind: PersonKind, { id, ...changes }: EmployeeChanges & { id: number }) =>
      present(
        actor,
        await saveEmployee(services, { actor, hasToken: request.apiCall?.visitor?.scopes !== undefined }, { id, kind, changes }),
      ),
    remove: async (actor: Actor, sought: Sought) => {
      await removeEmployee(services, actor, sought);
      return {};
    },
    exchange: async (actor: Actor, sought: { id: number; kind: 'workers' | 'admins' }) =>
      present(actor, await switchEmployee(services, actor, sought)),
    move: async (actor: Actor, { id, company_id: companyId, kind }: { id: number; company_id: number; kind: 'workers' | 'admins' }) =>
      present(actor, await moveEmployee(services, actor, { id, kind, companyId })),
  };
}

function workerRoutes(services: Services) {
  const api = implement(employees).$context<RequestContext>();
  const call = calls(services);
  return {
    findWorker: api.findWorker.handler(({ input: { id }, context: { actor } }) => call.find(actor, { id, kind: 'workers' })),
    createWorker: api.createWorker.handler(({ input, context }) => call.create(context, 'workers', input)),
    saveWorker: api.saveWorker.handler(({ input, context }) => call.save(context, 'workers', input)),
    removeWorker: api.removeWorker.handler(({ input: { id }, context: { actor } }) => call.remove(actor, { id, kind: 'workers' })),
    switchWorker: api.switchWorker.handler(({ input: { id }, context: { actor } }) => call.exchange(actor, { id, kind: 'workers' })),
    moveWorker: api.moveWorker.handler(({ input, context: { actor } }) => call.move(actor, { ...input, kind: 'workers' })),
    findAdmin: api.findAdmin.handler(({ input: { id }, context: { actor } }) => call.find(actor, { id, kind: 'admins' })),
    createAdmin: api.createAdmin.handler(({ input, context }) => call.create(context, 'admins', input)),
    saveAdmin: api.saveAdmin.handler(({ input, context }) => call.save(context, 'admins', input)),
    removeAdmin: api.removeAdmin.handler(({ input: { id }, context: { actor } }) => call.remove(actor, { id, kind: 'admins' })),
    switchAdmin: api.switchAdmin.handler(({ input: { id }, context: { actor } }) => call.exchange(actor, { id, kind: 'admins' })),
    moveAdmin: api.moveAdmin.handler(({ input, context: { actor } }) => call.move(actor, { ...input, kind: 'admins' })),
  };
}

function otherRoutes(services: Services) {
  const api = implement(employees).$context<RequestContext>();
  const call = calls(services);
  return {
    findHiringManager: api.findHiringManager.handler(({ input: { id }, context: { actor } }) =>
      call.find(actor, { id, kind: 'hiring_managers' }),
    ),
    createHiringManager: api.createHiringManager.handler(({ input, context }) => call.create(context, 'hiring_managers', input)),
    saveHiringManager: api.saveHiringManager.handler(({ input, context }) => call.save(context, 'hiring_managers', input)),
    removeHiringManager: api.removeHiringManager.handler(({ input: { id }, context: { actor } }) =>
      call.remove(actor, { id, kind: 'hiring_managers' }),
    ),
    findManager: api.findManager.handler(({ input: { id }, context: { actor } }) => call.find(actor, { id, kind: 'managers' })),
    createManager: api.createManager.handler(({ input, context }) => call.create(context, 'managers', input)),
    saveManager: api.saveManager.handler(({ input, context }) => call.save(context, 'managers', input)),
    removeManager: api.removeManager.handler(({ input: { id }, context: { actor } }) => call.remove(actor, { id, kind: 'managers' })),
  };
}

export function employeeRoutes(services: Services) {
  const { database } = services;
  const api = implement(employees).$context<RequestContext>();
  return {
    list: api.list.handler(({ input: { company_id: companyId, roles, ...filter }, context: { actor } }) =>
      inReach(database, actor, async (tx) =>
        listPage(tx, services, { ...filter, roles: listedWith(roles), companyId: (await companyInReach(tx, actor, companyId)).id }),
      ),
    ),
    export: api.export.handler(async ({ input: { company_id: companyId, roles, type, ...filter }, context }) => {
      const { actor } = context;
      const company = await inReach(database, actor, (tx) => companyInReach(tx, actor, companyId));
      const chosen = { ...filter, roles: listedWith(roles), companyId: company.id };
      return tableAnswer(context, {
        turns: services.exportTurns,
        type,
        fileName: peopleText('fileName', actor.language),
        sheetName: peopleText('sheet', actor.language),
        table: {
          columns: peopleColumns(actor.language),
          batches: readPeople((page) =>
            inReach(database, actor, async (tx) => presentEmployees(tx, services, (await listEmployees(tx, { ...chosen, ...page })).rows)),
          ),
          reader: { language: actor.language, zone: company.time_zone },
        },
      });
    }),
    listManagers: api.listManagers.handler(({ input }) => database.asSystem((tx) => listPage(tx, services, input))),
    ...workerRoutes(services),
    ...otherRoutes(services),
    ...linkRoutes(services),
    ...partRoutes(services),
  };
}
