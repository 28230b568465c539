import { dayMs } from '@headwater/domain/time/durations';
import { accountOf, clientOf } from '#modules/ats/public.ts';
import { findCompany, mayWork } from '#modules/companies/public.ts';
import { type Connection, type ConnectionServices, findConnection, reportFailure } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { definePeriodic, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type CopyRow, findCopy, listOpenCopies, saveErased, saveFailure, saveManual } from './store.ts';
import { eraseAtSystemTask } from './task.ts';

/** A company may take some weeks to connect a system again. */
const triedFor = 60 * dayMs;
const atOnce = 500;

/** Retries are days apart in the end (queue). */
const maxAttempts = 20;

/** One waiting task for each row. */
const keyOf = (id: number) => `erase_at_system ${id}`;

type InCompany = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

interface Erasing {
  copy: CopyRow;
  connection: Connection;
  inCompany: InCompany;
}

async function afterFailure(services: ConnectionServices, { copy, connection, inCompany }: Erasing, error: ServiceError): Promise<void> {
  const now = services.clock.now();
  if (error.kind === 'limit') {
    const runAt = new Date(now.getTime() + (error.retryAfter ?? 30) * 1000);
    return inCompany((tx) => enqueue(tx, eraseAtSystemTask, { payload: { id: copy.id }, runAt, key: keyOf(copy.id) }));
  }
  const fail = (state: 'waiting' | 'failed', key: 'ats_broken' | 'ats_rights' | 'ats_rejected' | 'ats_failed') =>
    inCompany((tx) => saveFailure(tx, copy.id, { state, key, reason: error.message, now }));
  if (await reportFailure(services, connection, error)) return void (await fail('failed', 'ats_broken'));
  if (error.kind === 'rights') return void (await fail('failed', 'ats_rights'));
  if (error.kind === 'rejected') return void (await fail('failed', 'ats_rejected'));
  const isLast = copy.attempts + 1 >= maxAttempts;
  await fail(isLast ? 'failed' : 'waiting', 'ats_failed');
  // The queue retries after a pause.
  if (!isLast) throw error;
}

/** A repeated deletion is harmless: the system no longer has the person. */
export const eraseAtSystemHandler = (services: ConnectionServices): TaskHandler =>
  handleTask(eraseAtSystemTask, async ({ id }) => {
    const { database, clock } = services;
    const { copy, connection, company } = await database.asSystem(async (tx) => {
      const found = await findCopy(tx, id);
      return {
        copy: found,
        connection: found && (await findConnection(tx, found.company_id, found.integration)),
        company: found && (await findCompany(tx, found.company_id)),
      };
    });
    if (!copy?.person_id || (copy.state !== 'waiting' && copy.state !== 'failed')) return;
    const now = clock.now();
    if (!company || !mayWork(company, now)) return;
    const inCompany: InCompany = (work) => database.inCompany(copy.company_id, work);
    const fail = (key: 'ats_not_connected' | 'ats_broken', reason: string | null) =>
      inCompany((tx) => saveFailure(tx, id, { state: 'failed', key, reason, now }));
    if (!services.integrations.get(copy.integration)?.ats) return void (await inCompany((tx) => saveManual(tx, id, now)));
    if (!connection || accountOf(connection).accountId !== copy.account_id) return void (await fail('ats_not_connected', null));
    if (connection.state === 'broken') return void (await fail('ats_broken', connection.failure));
    const { erase } = clientOf(services, connection);
    if (!erase) return void (await inCompany((tx) => saveManual(tx, id, now)));
    try {
      await erase(copy.person_id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind !== 'gone') return afterFailure(services, { copy, connection, inCompany }, error);
    }
    await inCompany((tx) => saveErased(tx, id, clock.now()));
  });

/** After lost access, a company connects the system again or adds a permission. */
export const eraseAgainHandler = ({ database, clock }: Pick<ConnectionServices, 'database' | 'clock'>): TaskHandler =>
  definePeriodic('erase_at_systems_again', '41 3 * * *', async (signal) => {
    const since = new Date(clock.now().getTime() - triedFor);
    for (let afterId = 0; !signal.aborted;) {
      const after = afterId;
      const rows = await database.asSystem(async (tx) => {
        const open = await listOpenCopies(tx, { since, afterId: after, limit: atOnce });
        for (const { id } of open) await enqueue(tx, eraseAtSystemTask, { payload: { id }, key: keyOf(id) });
        return open;
      });
      const last = rows.at(-1);
      if (!last || rows.length < atOnce) return;
      afterId = last.id;
    }
  });
