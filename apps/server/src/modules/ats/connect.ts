import type { Credentials } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors, isAtsVendor } from '@headwater/domain/ats/vendors';
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
import { endSubscription, renewSubscription } from './subscription.ts';
import { sendKind } from './send/send-job.ts';
import { accountOf, adapterOf, type AtsServices, clientOf, requireAvailable, requireAdmin, toAppError } from './services.ts';
import { type Account, listOtherAccounts, moveLinks } from './store/links.ts';
import { chosenUserOf, chooseOwnUser } from './users.ts';

/** Messages of refused credentials go to their fields. */
export async function acceptedBy(vendor: AtsVendorName, ask: () => Promise<AcceptedAccount>): Promise<AcceptedAccount> {
  try {
    return await ask();
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

export interface Connecting {
  vendor: AtsVendorName;
  /** Public URL of the installation. */
  origin: string;
}

/** Throws ats_not_available and ats_only_admins. */
export const requireConnecting = ({ database }: AtsServices, actor: Actor, vendor: AtsVendorName): Promise<void> =>
  database.inCompany(actor.company.id, async (tx) => {
    requireAdmin(actor, vendor);
    await requireAvailable(tx, actor, vendor);
  });

/** Saves accepted credentials and resumes waiting work. */
export async function saveAccount(
  services: AtsServices,
  actor: Actor,
  { vendor, origin, accepted }: Connecting & { accepted: AcceptedAccount },
): Promise<Connection> {
  const { database, jobs, secrets } = services;
  const companyId = actor.company.id;
  const { secret, settings, account } = accepted;
  const { before, connection } = await database.inCompany(companyId, async (tx) => {
    const previous = await findConnection(tx, companyId, vendor);
    // Users have entered an earlier key at the vendor.
    const webhookKey = secret.webhookKey ?? (previous && openSecret(secrets, previous).webhookKey) ?? makeToken().value;
    const chosen = previous?.external_id === account.id ? chosenUserOf(previous) : null;
    const saved = await saveConnection(tx, services, {
      companyId,
      userId: actor.userId,
      integration: vendor,
      secret: { ...secret, webhookKey },
      settings: { ...(chosen === null ? {} : { userId: chosen }), ...settings },
      account,
    });
    return { before: previous, connection: saved };
  });
  await adoptLinks(services, actor, connection);
  if (atsVendors[vendor].hasUsers && chosenUserOf(connection) === null) await chooseOwnUser(services, actor, connection);
  await renewSubscription(services, connection, { before, origin });
  return database.inCompany(companyId, async (tx) => {
    await jobs.resume(tx, companyId, sendKind);
    return (await findConnectionById(tx, connection.id)) ?? connection;
  });
}

/** ATS-020. Connects, or replaces the credentials. */
export async function connectVendor(
  services: AtsServices,
  actor: Actor,
  { vendor, origin, credentials }: Connecting & { credentials: Credentials },
): Promise<Connection> {
  await requireConnecting(services, actor, vendor);
  const accepted = await acceptedBy(vendor, () => adapterOf(services, vendor).connect(credentials));
  return saveAccount(services, actor, { vendor, origin, accepted });
}

async function requireOwn({ database }: AtsServices, actor: Actor, id: number): Promise<Connection & { integration: AtsVendorName }> {
  const connection = await database.inCompany(actor.company.id, (tx) => findConnectionById(tx, id));
  if (!connection || connection.state === 'disconnected' || !isAtsVendor(connection.integration)) throw new AppError('not_found');
  return { ...connection, integration: connection.integration };
}

/** A connection that the vendor accepts again resumes its waiting work. */
export async function checkVendor(services: AtsServices, actor: Actor, id: number): Promise<Connection> {
  const { database, jobs } = services;
  const connection = await requireOwn(services, actor, id);
  const works = await checkConnection(services, connection).catch((error: unknown) => {
    throw toAppError(error, connection.integration);
  });
  return database.inCompany(actor.company.id, async (tx) => {
    if (works) await jobs.resume(tx, actor.company.id, sendKind);
    return (await findConnectionById(tx, id)) ?? connection;
  });
}

/** People and links stay. */
export async function disconnectVendor(services: AtsServices, actor: Actor, id: number): Promise<void> {
  const connection = await requireOwn(services, actor, id);
  requireAdmin(actor, connection.integration);
  await endSubscription(services, connection);
  await services.database.inCompany(actor.company.id, (tx) => disconnect(tx, connection, services.clock.now()));
}
