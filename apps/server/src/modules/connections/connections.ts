import type { Clock } from '#platform/clock.ts';
import { type Reseal, resealRows } from '#platform/crypto/resealing.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { makeToken } from '#platform/crypto/tokens.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import type { Log } from '#platform/log.ts';
import { OAuthError, type OAuthTokens } from '#platform/oauth/client.ts';
import { createOAuthSession } from '#platform/oauth/session.ts';
import { AccessLost, type ConnectionSecret, type OpenConnection, type OpenIntegration } from './integration-port.ts';
import {
  closeConnection,
  type Connection,
  listSecrets,
  lockConnection,
  lockOtherAccount,
  replaceSecret,
  updateSecret,
  updateSettings,
  updateState,
  upsertConnection,
} from './store.ts';
import { enqueueProcessing } from './webhooks/task.ts';

export interface ConnectionServices {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  log: Log;
  integrations: ReadonlyMap<string, OpenIntegration>;
}

type Owner = Pick<Connection, 'company_id' | 'integration'>;

const contextOf = ({ company_id: companyId, integration }: Owner) => `${integration} of company ${companyId}`;

const seal = (box: SecretBox, owner: Owner, secret: ConnectionSecret) => box.seal(JSON.stringify(secret), contextOf(owner));

/** Disconnected connections have no secret. */
export const openSecret = (box: SecretBox, connection: Owner & Pick<Connection, 'secret'>): ConnectionSecret =>
  connection.secret === null ? {} : (JSON.parse(box.open(connection.secret, contextOf(connection))) as ConnectionSecret);

export interface ConnectionInput {
  companyId: number;
  userId: number;
  integration: string;
  secret: ConnectionSecret;
  settings?: Record<string, unknown>;
  /** Account at the service. */
  account?: { id: string; name: string };
}

/**
 * Connects, or replaces the access of the active connection and resumes its waiting webhooks. A
 * connection to another account is closed: its webhooks name other people.
 */
export async function saveConnection(
  tx: Tx,
  { secrets, clock }: Pick<ConnectionServices, 'secrets' | 'clock'>,
  { companyId, userId, integration, secret, settings = {}, account }: ConnectionInput,
): Promise<Connection> {
  const now = clock.now();
  const owner = { company_id: companyId, integration };
  const externalId = account?.id ?? null;
  const other = await lockOtherAccount(tx, { ...owner, external_id: externalId });
  if (other) await closeConnection(tx, other.id, now);
  const saved = await upsertConnection(tx, {
    ...owner,
    secret: seal(secrets, owner, secret),
    settings: JSON.stringify(settings),
    external_id: externalId,
    external_name: account?.name ?? null,
    webhook_key: makeToken().value,
    created_by: userId,
    created_at: now,
    updated_at: now,
    last_checked_at: now,
  });
  await enqueueProcessing(tx, saved.id);
  return saved;
}

export const markBroken = (tx: Tx, connection: Pick<Connection, 'id' | 'updated_at'>, { reason, now }: { reason: string; now: Date }) =>
  updateState(tx, connection, { failure: reason, checkedAt: now });

/** Deletes the secret and the received webhooks. The row remains for links to the service. */
export const disconnect = (tx: Tx, { id }: Pick<Connection, 'id'>, now: Date) => closeConnection(tx, id, now);

const isAccessLost = (error: unknown): error is Error =>
  error instanceof AccessLost || ((error instanceof OAuthError || error instanceof ServiceError) && error.kind === 'denied');

/**
 * Services accept a refresh token once: the row is locked during the call, and a worker that waited
 * uses the tokens of the other one. Throws OAuthError.
 */
export async function renewTokens(services: ConnectionServices, { id }: Pick<Connection, 'id'>, used: OAuthTokens): Promise<OAuthTokens> {
  const { database, clock, secrets, integrations } = services;
  const result = await database.asSystem(async (tx) => {
    const row = await lockConnection(tx, id);
    const secret = row && openSecret(secrets, row);
    const oauth = row && integrations.get(row.integration)?.oauth;
    if (!secret?.tokens || !oauth) throw new OAuthError('denied', 'The connection was removed');
    if (secret.tokens.refresh !== used.refresh || secret.tokens.access !== used.access) return secret.tokens;
    if (row.state === 'broken') throw new OAuthError('denied', row.failure ?? '');
    try {
      const tokens = await oauth.client.refresh(secret.tokens);
      await updateSecret(tx, id, seal(secrets, row, { ...secret, tokens }));
      return tokens;
    } catch (error) {
      if (!isAccessLost(error)) throw error;
      await markBroken(tx, row, { reason: error.message, now: clock.now() });
      return error;
    }
  });
  if (result instanceof Error) throw result;
  return result;
}

interface Facts {
  settings: Record<string, unknown>;
  secret: ConnectionSecret;
}

/** Changes facts of a connection; renewals of its tokens wait. Returns undefined after a disconnection. */
export async function changeConnection(
  tx: Tx,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
  { id, change }: { id: number; change: (now: Facts) => Facts },
): Promise<Connection | undefined> {
  const row = await lockConnection(tx, id);
  if (row?.secret === null || row === undefined) return undefined;
  const { settings, secret } = change({ settings: row.settings, secret: openSecret(secrets, row) });
  await updateSecret(tx, id, seal(secrets, row, secret));
  await updateSettings(tx, id, settings);
  return { ...row, settings };
}

export function openConnection(services: ConnectionServices, connection: Connection): OpenConnection {
  const { clock, secrets, integrations } = services;
  const secret = openSecret(secrets, connection);
  const oauth = integrations.get(connection.integration)?.oauth;
  const { id, company_id: companyId, settings } = connection;
  const session =
    oauth && secret.tokens
      ? createOAuthSession({
          caller: oauth.caller,
          clock,
          tokens: secret.tokens,
          client: { refresh: (used) => renewTokens(services, connection, used) },
          keep: async () => undefined,
        })
      : undefined;
  return { id, companyId, settings, secret, session };
}

/** Marks the connection if the error says that the service refuses access. Returns whether it does. */
export async function reportFailure(services: ConnectionServices, connection: Connection, error: unknown): Promise<boolean> {
  if (!isAccessLost(error)) return false;
  const now = services.clock.now();
  await services.database.inCompany(connection.company_id, (tx) => markBroken(tx, connection, { reason: error.message, now }));
  services.log.warn({ connectionId: connection.id, integration: connection.integration, reason: error.message }, 'connection lost access');
  return true;
}

/** Returns false and marks the connection if the service refused access. */
export async function keepsAccess(services: ConnectionServices, connection: Connection, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(await reportFailure(services, connection, error))) throw error;
    return false;
  }
}

/** Asks the service whether the connection works. Other errors than lost access pass through. */
export async function checkConnection(services: ConnectionServices, connection: Connection): Promise<boolean> {
  const { database, clock, integrations } = services;
  const works = await keepsAccess(services, connection, async () => {
    await integrations.get(connection.integration)?.check?.(openConnection(services, connection));
  });
  if (!works) return false;
  await database.inCompany(connection.company_id, async (tx) => {
    await updateState(tx, connection, { failure: null, checkedAt: clock.now() });
    await enqueueProcessing(tx, connection.id);
  });
  return true;
}

export const resealConnections: Reseal = (database, box) =>
  database.asSystem(async (tx) =>
    resealRows(await listSecrets(tx), {
      reseal: (row) => box.reseal(row.secret, contextOf(row)),
      replace: ({ id, secret }, to) => replaceSecret(tx, id, { from: secret, to }),
    }),
  );
