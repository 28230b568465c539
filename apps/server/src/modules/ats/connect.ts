import type { Credentials } from '@headwater/contract/ats';
import type { AtsVendorName } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import {
  type AcceptedAccount,
  checkConnection,
  type Connection,
  CredentialsRefused,
  disconnect,
  findConnection,
  findConnectionById,
  openSecret,
  saveConnection,
} from '#modules/connections/public.ts';
import { makeToken } from '#platform/crypto/tokens.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { sendKind } from './send/send-job.ts';
import { accountOf, adapterOf, type AtsServices, clientOf, requireAvailable, toAppError } from './services.ts';
import { type Account, listOtherAccounts, moveLinks } from './store/links.ts';
import { isAtsVendor } from '@headwater/domain/ats/vendors';

async function acceptedBy(services: AtsServices, vendor: AtsVendorName, credentials: Credentials): Promise<AcceptedAccount> {
  try {
    return await adapterOf(services, vendor).connect(credentials);
  } catch (error) {
    if (error instanceof CredentialsRefused) throw new FieldErrors({ [error.field]: { key: error.key, parts: error.parts } });
    throw toAppError(error, vendor);
  }
}

/**
 * Another user of the same account gives it another id. Systems give an id to one person only, so
 * a known person proves that the account is the same.
 */
async function adoptLinks(services: AtsServices, actor: Actor, connection: Connection): Promise<void> {
  const { database, log } = services;
  const account: Account = accountOf(connection);
  const others = await database.inCompany(actor.company.id, (tx) => listOtherAccounts(tx, account));
  const client = clientOf(services, connection);
  for (const { accountId, personIds } of others) {
    try {
      const { people } = await client.readPeople(personIds);
      if (people.length > 0) await database.inCompany(actor.company.id, (tx) => moveLinks(tx, account, accountId));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ connectionId: connection.id, reason: error.message }, 'links of an earlier connection not checked');
    }
  }
}

/** ATS-020. Connects, or replaces the credentials and resumes waiting work. */
export async function connectVendor(
  services: AtsServices,
  actor: Actor,
  { vendor, credentials }: { vendor: AtsVendorName; credentials: Credentials },
): Promise<Connection> {
  const { database, jobs, secrets } = services;
  const companyId = actor.company.id;
  const before = await database.inCompany(companyId, async (tx) => {
    await requireAvailable(tx, actor, vendor);
    return findConnection(tx, companyId, vendor);
  });
  const { secret, settings, account } = await acceptedBy(services, vendor, credentials);
  // Users have entered an earlier key at the vendor.
  const webhookKey = secret.webhookKey ?? (before && openSecret(secrets, before).webhookKey) ?? makeToken().value;
  const connection = await database.inCompany(companyId, (tx) =>
    saveConnection(tx, services, {
      companyId,
      userId: actor.userId,
      integration: vendor,
      secret: { ...secret, webhookKey },
      settings,
      account,
    }),
  );
  await adoptLinks(services, actor, connection);
  await database.inCompany(companyId, (tx) => jobs.resume(tx, companyId, sendKind));
  return connection;
}

async function requireOwn({ database }: AtsServices, actor: Actor, id: number): Promise<Connection> {
  const connection = await database.inCompany(actor.company.id, (tx) => findConnectionById(tx, id));
  if (!connection || connection.state === 'disconnected' || !isAtsVendor(connection.integration)) throw new AppError('not_found');
  return connection;
}

/** A connection that the vendor accepts again resumes its waiting work. */
export async function checkVendor(services: AtsServices, actor: Actor, id: number): Promise<Connection> {
  const { database, jobs } = services;
  const connection = await requireOwn(services, actor, id);
  const works = await checkConnection(services, connection).catch((error: unknown) => {
    throw toAppError(error, connection.integration as AtsVendorName);
  });
  return database.inCompany(actor.company.id, async (tx) => {
    if (works) await jobs.resume(tx, actor.company.id, sendKind);
    return (await findConnectionById(tx, id)) ?? connection;
  });
}

/** People and links stay. */
export async function disconnectVendor(services: AtsServices, actor: Actor, id: number): Promise<void> {
  const connection = await requireOwn(services, actor, id);
  await services.database.inCompany(actor.company.id, (tx) => disconnect(tx, connection, services.clock.now()));
}
