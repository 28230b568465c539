import type { Tx } from '#platform/database/database.ts';
import { findCompany, mayIntegrate, mayWork } from '#modules/companies/public.ts';
import { definePeriodic, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { type ConnectionServices, keepsAccess, openConnection } from '../connections.ts';
import { InvalidEvent } from '../integration-port.ts';
import { deleteEventsBefore, findConnectionById, findNextEvent, markProcessed, recordFailure } from '../store.ts';
import { enqueueProcessing, processingTask } from './task.ts';

const minute = 60_000;
/** After the last retry an event fails, so that it does not hold up the next ones. */
const retryAfterMs = [0.5, 2, 10, 60, 180, 360, 720].map((minutes) => minutes * minute);

const hour = 60 * minute;

/** Events wait while the connection is broken, the company has no license, or the integration is off. */
export const processWebhooksHandler = (services: ConnectionServices): TaskHandler =>
  handleTask(processingTask, async ({ connectionId }) => {
    const { database, clock, log, integrations } = services;
    const { connection, event, company } = await database.asSystem(async (tx) => {
      const found = await findConnectionById(tx, connectionId);
      const owner = found && (await findCompany(tx, found.company_id));
      return { connection: found, event: await findNextEvent(tx, connectionId), company: owner };
    });
    const webhook = connection && integrations.get(connection.integration)?.webhook;
    if (!event?.body || !webhook || connection.state !== 'connected' || !company || company.deleted_at !== null) return;
    const { id, headers, body, attempts, retry_at: retryAt } = event;
    const inCompany = (work: (tx: Tx) => Promise<unknown>) =>
      database.inCompany(connection.company_id, async (tx) => void (await work(tx)));
    const now = clock.now();
    if (!mayWork(company, now) || !mayIntegrate(company, connection.integration))
      return inCompany((tx) => enqueueProcessing(tx, connectionId, new Date(now.getTime() + hour)));
    if (retryAt && retryAt > now) return inCompany((tx) => enqueueProcessing(tx, connectionId, retryAt));
    try {
      const work = () => webhook.handle(openConnection(services, connection), { headers, body });
      if (!(await keepsAccess(services, connection, work))) return;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      const delay = error instanceof InvalidEvent ? undefined : retryAfterMs[attempts];
      const next = delay === undefined ? null : new Date(clock.now().getTime() + delay);
      log.warn({ err: error, connectionId, eventId: id, retryAt: next }, 'webhook could not be processed');
      await inCompany(async (tx) => {
        await recordFailure(tx, id, { failure, retryAt: next });
        await enqueueProcessing(tx, connectionId, next ?? undefined);
      });
      return;
    }
    await inCompany(async (tx) => {
      await markProcessed(tx, id);
      await enqueueProcessing(tx, connectionId);
    });
  });

const keptDays = 30;
const batch = 5000;

export async function pruneWebhooks({ database, clock }: Pick<ConnectionServices, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 60 * minute);
  const deleted = await database.asSystem((tx) => deleteEventsBefore(tx, before, batch));
  if (deleted === batch) await pruneWebhooks({ database, clock });
}

export const pruneWebhooksHandler = (services: ConnectionServices): TaskHandler =>
  definePeriodic('prune_webhooks', '23 3 * * *', () => pruneWebhooks(services));
