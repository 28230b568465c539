import { implement } from '@orpc/server';
import { companies, type ListedCompany } from '@headwater/contract/companies';
import type { Language } from '@headwater/contract/errors';
import { type Actor, isStaff } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { tableAnswer } from '#platform/export/table-answer.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { companyDropdowns } from './actions/dropdowns.ts';
import {
  createCompany,
  type Removal,
  removeCompany,
  requireManaged,
  restoreCompany,
  saveCompany,
  saveOwnCompany,
} from './actions/save-company.ts';
import { saveCustomSettings } from './actions/save-custom-settings.ts';
import { type CompanyFilter, findManagers, hasServiceManager, listAccountManagers, listCompanies, managerOf } from './store/admin.ts';
import { employeeStatistics, ownCompanyView } from './own-company.ts';
import { openQuotas } from './actions/quota-view.ts';
import { companyRecord, listedCompany } from './record.ts';
import { type Company, findCompany } from './store/companies.ts';
import { companyColumns, companyText, readCompanies } from './table.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface CompanyServices extends Removal {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  /** False if the installation sends no system e-mail. */
  sendsSystemMail: boolean;
  lacksFactor(tx: Tx, userId: number): Promise<boolean>;
  exportTurns: FairTurns;
}

async function listed(tx: Tx, filter: CompanyFilter): Promise<{ count: number; companies: ListedCompany[] }> {
  const { count, rows } = await listCompanies(tx, filter);
  const managers = await findManagers(
    tx,
    rows.flatMap(({ account_manager_id: id }) => (id === null ? [] : [id])),
  );
  const companies = rows.map((row) => ({
    ...listedCompany(row, managers.get(row.account_manager_id ?? 0) ?? null, filter.now),
    employees: row.employees,
    search_seats: row.search_seats,
    max_workers_with_search: row.max_workers_with_search,
    last_active_at: row.last_active_at?.toISOString() ?? null,
  }));
  return { count, companies };
}

/** Runs over all companies: `requireManaged` checks access. */
function managedRoutes({ database, clock, secrets, sendsSystemMail, lacksFactor, exportTurns, ...removal }: CompanyServices) {
  const savingAs = (actor: Actor) => ({ actor, secrets, sendsSystemMail, lacksFactor, now: clock.now() });
  const api = implement(companies).$context<RequestContext>();
  const record = async (tx: Tx, company: Company) => companyRecord(company, await managerOf(tx, company), clock.now());
  return {
    list: api.list.handler(({ input: { page, per_page: limit, is_deleted: isDeleted, ...filter }, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const { count, companies: found } = await listed(tx, {
          ...filter,
          is_deleted: isDeleted && isStaff(actor),
          managerId: isStaff(actor) ? undefined : actor.userId,
          now: clock.now(),
          ...pageWindow(page, limit),
        });
        return { companies: found, count, pages: pagesOf({ page, perPage: limit, count }) };
      }),
    ),
    export: api.export.handler(async ({ input: { type, ...filter }, context }) => {
      const { language } = context.actor;
      return tableAnswer(context, {
        turns: exportTurns,
        type,
        fileName: companyText('fileName', language),
        sheetName: companyText('sheet', language),
        table: {
          columns: companyColumns(language),
          batches: readCompanies(async (page) => {
            const window = { ...filter, managerId: undefined, now: clock.now(), ...page };
            return (await database.readAsSystem((tx) => listed(tx, window))).companies;
          }),
          reader: { language, zone: 'UTC' },
        },
      });
    }),
    dropdowns: api.dropdowns.handler(({ context: { actor } }) =>
      database.asSystem(async (tx) => companyDropdowns(await listAccountManagers(tx), actor.language)),
    ),
    create: api.create.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => record(tx, await createCompany(tx, savingAs(actor), input))),
    ),
    find: api.find.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => record(tx, await requireManaged(tx, actor, input.id))),
    ),
    save: api.save.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => record(tx, await saveCompany(tx, savingAs(actor), input))),
    ),
    remove: api.remove.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => {
        await removeCompany(tx, actor, { ...removal, id: input.id, now: clock.now() });
        return {};
      }),
    ),
    restore: api.restore.handler(({ input: { id } }) =>
      database.asSystem(async (tx) => ({ without_address: await restoreCompany(tx, { ...removal, id, now: clock.now() }) })),
    ),
    saveCustomSettings: api.saveCustomSettings.handler(({ input, context: { actor } }) =>
      database.asSystem((tx) => saveCustomSettings(tx, actor, input)),
    ),
    info: api.info.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => {
        const company = await requireManaged(tx, actor, input.id);
        const { site, stats_link, crm_link, quota_pricing_model } = await record(tx, company);
        const listed = listedCompany(company, await managerOf(tx, company), clock.now());
        const statistics = await employeeStatistics(tx, company);
        const has_service_manager = await hasServiceManager(tx, company.id);
        return { ...listed, site, stats_link, crm_link, quota_pricing_model, statistics, has_service_manager };
      }),
    ),
    employeeStatistics: api.employeeStatistics.handler(({ input, context: { actor } }) =>
      database.asSystem(async (tx) => employeeStatistics(tx, await requireManaged(tx, actor, input.id))),
    ),
  };
}

function ownRoutes({ database, clock, secrets, sendsSystemMail, lacksFactor }: CompanyServices) {
  const api = implement(companies).$context<RequestContext>();
  const view = (company: Company, language: Language) =>
    // The account manager belongs to another company.
    database.asSystem(async (tx) =>
      ownCompanyView(company, {
        manager: await managerOf(tx, company),
        statistics: await employeeStatistics(tx, company),
        quotas: await openQuotas(tx, company, clock.now()),
        now: clock.now(),
        language,
      }),
    );
  return {
    findOwn: api.findOwn.handler(async ({ context: { actor } }) => {
      const company = await database.inCompany(actor.company.id, (tx) => findCompany(tx, actor.company.id));
      if (!company) throw new AppError('not_found');
      return view(company, actor.language);
    }),
    saveOwn: api.saveOwn.handler(async ({ input, context: { actor } }) =>
      view(
        await database.inCompany(actor.company.id, (tx) =>
          saveOwnCompany(tx, { actor, secrets, sendsSystemMail, lacksFactor, now: clock.now() }, input),
        ),
        actor.language,
      ),
    ),
  };
}

export const companyRoutes = (services: CompanyServices) => ({ ...managedRoutes(services), ...ownRoutes(services) });
