import { randomUUID } from 'node:crypto';
import { saveConnection } from '../../src/modules/connections/public.ts';
import { localFiles } from '../../src/platform/files/local.ts';
import type { Installation } from '../installation.ts';
import { insertedId, nextNumber, type Target, type TargetFixture, type TargetRequest } from './target.ts';

const missingCompany = 987_654_321;

const insertNotification = (here: Installation, companies: readonly number[]) =>
  insertedId(
    here.sql(
      `insert into system_notifications (title, content, show_format, type, company_ids, created_at, updated_at)
       values ('Maintenance', '<p>On Sunday</p>', 'full', 'maintenance', $1, now(), now()) returning id`,
      [companies],
    ),
  );

/**
 * A company that the asker manages: account managers have only assigned ones, internal staff all. A
 * profile of the same request moves there.
 */
export async function managedCompany({ side: { here }, asker, existing: { profile } }: TargetRequest): Promise<number> {
  const id = await here.addCompany({ name: 'Managed' });
  if (profile !== undefined) await here.sql('update profiles set company_id = $2 where id = $1', [profile, id]);
  if (asker.user.role === 'manager') await here.sql('update companies set account_manager_id = $2 where id = $1', [id, asker.user.id]);
  return id;
}

/** Written directly, because hiring managers of the tests cannot create one. */
const statisticsView = ({ side: { here }, asker: { user } }: TargetRequest) =>
  insertedId(
    here.sql(
      `insert into statistics_views (company_id, user_id, shown_company_id, name, section, query, is_shared, is_pinned, is_weekly, created_at)
       values ($1, $2, $1, $3, 'search', '{}', false, false, false, now()) returning id`,
      [user.companyId, user.id, `View ${nextNumber()}`],
    ),
  );

const statisticsAlert = ({ side: { here }, asker: { user } }: TargetRequest) =>
  insertedId(
    here.sql(
      `insert into statistics_alerts (company_id, user_id, shown_company_id, metric, scope, days, direction, bound, by_email, created_at)
       values ($1, $2, $1, 'sent', 'own', 7, 'below', 1, false, now()) returning id`,
      [user.companyId, user.id],
    ),
  );

/** Written directly: an export takes a background task. */
async function companyExport({ side: { here, companyId } }: TargetRequest): Promise<number> {
  const key = `ex/${randomUUID()}`;
  await localFiles(here.filesFolder).put(key, Buffer.from('a ZIP'));
  return insertedId(
    here.sql(
      `insert into company_exports (company_id, state, created_at, finished_at, expires_at, store_key, bytes, rows, files)
       values ($1, 'done', now(), now(), now() + interval '1 day', $2, 5, 0, 0) returning id`,
      [companyId, key],
    ),
  );
}

export const administrationTargets = {
  company_export: { make: companyExport },
  // A name, not an id: everyone gets the response for an unknown one.
  statistics_name: { make: () => Promise.resolve(nextNumber()) },
  statistics_view: { make: statisticsView },
  statistics_alert: { make: statisticsAlert },
  connection: {
    async make({ side: { here, companyId, owner } }) {
      const { id } = await here.application.database.inCompany(companyId, (tx) =>
        saveConnection(tx, here, {
          companyId,
          userId: owner.user.id,
          integration: 'greenhouse',
          secret: { apiKey: 'key', webhookKey: 'key' },
          settings: { email: owner.user.email },
        }),
      );
      return id;
    },
  },
  company: { make: ({ side }) => Promise.resolve(side.companyId) },
  managed_company: { make: managedCompany },
  quota: {
    make: ({ side: { here, companyId }, existing }) =>
      insertedId(
        here.sql(
          `insert into company_quotas (company_id, starts_on, ends_on, quota, created_at)
           values ($1, '2026-01-01', '2026-12-31', 100, now()) returning id`,
          [existing.managed_company ?? companyId],
        ),
      ),
  },
  // Visible to the people of one company.
  system_notification: {
    make: ({ side: { here, companyId } }) => insertNotification(here, [companyId]),
  },
  // A notification that only staff can edit; it is visible to no company.
  managed_notification: {
    make: ({ side: { here } }) => insertNotification(here, [missingCompany]),
  },
  extension_notification: {
    make: ({ side: { here } }) =>
      insertedId(
        here.sql(`insert into extension_notifications (title, created_at, updated_at) values ('New version', now(), now()) returning id`),
      ),
  },
  department: {
    make: ({ side: { here, companyId } }) =>
      insertedId(
        here.sql('insert into departments (company_id, name, created_at) values ($1, $2, now()) returning id', [
          companyId,
          `Part ${nextNumber()}`,
        ]),
      ),
  },
  user_group: {
    make: ({ side: { here, companyId } }) =>
      insertedId(
        here.sql('insert into user_groups (company_id, name, created_at) values ($1, $2, now()) returning id', [
          companyId,
          `Part ${nextNumber()}`,
        ]),
      ),
  },
} satisfies Partial<Record<Target, TargetFixture>>;
