import { atsVendorNames } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { findActor } from '#modules/accounts/public.ts';
import { findCompany, mayIntegrate, mayWork } from '#modules/companies/public.ts';
import { type AtsClient, type Connection, findConnectionById, listConnected, reportFailure } from '#modules/connections/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { definePeriodic, defineTask, enqueue, handleTask, type TaskHandler } from '#platform/queue/queue.ts';
import { readPerson } from './read-person.ts';
import { accountOf, adapterOf, type AtsServices, clientOf } from './services.ts';
import {
  changedSincePush,
  type LinkRow,
  listLinksAfter,
  listLinksOfPeople,
  markDeleted,
  savePushed,
  saveReadPerson,
} from './store/links.ts';

type Services = Omit<AtsServices, 'jobs' | 'readFile' | 'linkFile' | 'publicUrl'>;

const readTask = defineTask('read_ats', z.object({ connectionId: z.number().int(), afterId: z.number().int() }));

/** A task per connection keeps its limit. */
const enqueueRead = (tx: Tx, payload: { connectionId: number; afterId: number }, runAt?: Date) =>
  enqueue(tx, readTask, { payload, key: `read_ats ${payload.connectionId}`, ...(runAt ? { runAt } : {}) });

/** Facts come from the API: webhooks arrive repeatedly and out of order. */
async function readLinks(
  services: Services,
  { connection, client }: { connection: Connection; client: AtsClient },
  links: readonly LinkRow[],
) {
  if (links.length === 0) return;
  const { database, clock } = services;
  const { people, gone } = await client.readPeople([...new Set(links.map((link) => link.person_id))]);
  const byId = new Map(people.map((person) => [person.id, person]));
  await database.inCompany(connection.company_id, async (tx) => {
    const now = clock.now();
    const changed: number[] = [];
    for (const link of links) {
      const person = byId.get(link.person_id);
      if (person && (await saveReadPerson(tx, link, { person, now }))) changed.push(link.profile_id);
    }
    const lost = links.filter((link) => gone.includes(link.person_id)).map(({ id }) => id);
    if (lost.length > 0) changed.push(...(await markDeleted(tx, lost, now)).map((row) => row.profile_id));
    if (changed.length > 0) await publish(tx, { companyId: connection.company_id, topic: 'ats', ids: changed });
  });
}

/** ATS-058. Sends with the rights of the user who sent the person. */
async function pushChanges(
  services: Services,
  { connection, client }: { connection: Connection; client: AtsClient },
  links: readonly LinkRow[],
) {
  const { database, clock } = services;
  const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => database.inCompany(connection.company_id, work);
  const ids = await inCompany((tx) =>
    changedSincePush(
      tx,
      links.map(({ id }) => id),
    ),
  );
  for (const link of links.filter(({ id }) => ids.includes(id))) {
    const now = clock.now();
    const about = await inCompany(async (tx) => {
      const actor = link.created_by === null ? undefined : await findActor(tx, link.created_by);
      return actor && readPerson(tx, actor, link.profile_id);
    });
    if (!about) continue;
    try {
      await client.updateCandidate(link.person_id, about.person);
    } catch (error) {
      // A deleted or rejected person must not stop the others.
      if (!(error instanceof ServiceError) || (error.kind !== 'gone' && error.kind !== 'rejected')) throw error;
      services.log.warn({ linkId: link.id, reason: error.message }, 'changes of a person not sent');
    }
    await inCompany((tx) => savePushed(tx, link.id, now));
  }
}

/** The connection, unless its company has no access or has turned the integration off. */
const findWorking = ({ database, clock }: Services, connectionId: number): Promise<Connection | undefined> =>
  database.asSystem(async (tx) => {
    const connection = await findConnectionById(tx, connectionId);
    if (!connection) return undefined;
    const company = await findCompany(tx, connection.company_id);
    return company && mayWork(company, clock.now()) && mayIntegrate(company, connection.integration) ? connection : undefined;
  });

/** Handler of webhooks. Throws ServiceError. */
export async function refreshPeople(services: Services, connectionId: number, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  const { database } = services;
  const connection = await findWorking(services, connectionId);
  if (!connection) return;
  const links = await database.inCompany(connection.company_id, (tx) => listLinksOfPeople(tx, accountOf(connection), personIds));
  await readLinks(services, { connection, client: clientOf(services, connection) }, links);
}

/** Reads some people of a connection and continues with the next. */
export const readPeopleHandler = (services: Services): TaskHandler =>
  handleTask(readTask, async ({ connectionId, afterId }) => {
    const { database, clock } = services;
    const connection = await findWorking(services, connectionId);
    if (connection?.state !== 'connected') return;
    const inCompany = <Result>(work: (tx: Tx) => Promise<Result>) => database.inCompany(connection.company_id, work);
    const limit = adapterOf(services, connection.integration).readAtOnce;
    const links = await inCompany((tx) => listLinksAfter(tx, accountOf(connection), { afterId, limit }));
    const last = links.at(-1);
    if (!last) return;
    try {
      const work = { connection, client: clientOf(services, connection) };
      await readLinks(services, work, links);
      await pushChanges(services, work, links);
    } catch (error) {
      if (await reportFailure(services, connection, error)) return;
      if (!(error instanceof ServiceError) || error.kind !== 'limit') throw error;
      const runAt = new Date(clock.now().getTime() + (error.retryAfter ?? 30) * 1000);
      return inCompany((tx) => enqueueRead(tx, { connectionId, afterId }, runAt));
    }
    await inCompany((tx) => enqueueRead(tx, { connectionId, afterId: last.id }));
  });

/** Also finds changes that no webhook named. */
export const readAllHandler = ({ database }: Pick<Services, 'database'>): TaskHandler =>
  definePeriodic('read_all_ats', '41 2 * * *', async () => {
    await database.asSystem(async (tx) => {
      for (const { id } of await listConnected(tx, atsVendorNames)) await enqueueRead(tx, { connectionId: id, afterId: 0 });
    });
  });
