import { z } from 'zod';
import { type AtsClient, changeConnection, type Connection } from '#modules/connections/public.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { type AtsServices, clientOf } from './services.ts';

const stored = z.object({ webhookIds: z.array(z.string()).optional() });

const idsOf = ({ settings }: Pick<Connection, 'settings'>) => stored.parse(settings).webhookIds ?? [];

/** The nightly read finds the changes that no webhook names. */
async function withoutFailure(services: AtsServices, connection: Connection, work: (client: AtsClient) => Promise<void>): Promise<void> {
  try {
    await work(clientOf(services, connection));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    services.log.warn({ connectionId: connection.id, reason: error.message }, 'webhooks of the system not changed');
  }
}

/** Replaces the webhooks of the previous connection. */
export async function renewSubscription(
  services: AtsServices,
  connection: Connection,
  { before, origin }: { before: Connection | undefined; origin: string },
): Promise<void> {
  const url = `${origin}/api/webhooks/${connection.integration}/${connection.webhook_key}`;
  const ofSameAccount = before?.external_id === connection.external_id ? idsOf(before) : [];
  await withoutFailure(services, connection, async (client) => {
    if (ofSameAccount.length > 0) await client.unsubscribe?.(ofSameAccount);
    const subscription = await client.subscribe?.(url);
    if (!subscription) return;
    const { ids, keys } = subscription;
    await services.database.inCompany(connection.company_id, (tx) =>
      changeConnection(tx, services, {
        id: connection.id,
        change: ({ settings, secret }) => ({ settings: { ...settings, webhookIds: ids }, secret: { ...secret, webhookKeys: keys } }),
      }),
    );
  });
}

export async function endSubscription(services: AtsServices, connection: Connection): Promise<void> {
  const ids = idsOf(connection);
  if (ids.length > 0) await withoutFailure(services, connection, async (client) => client.unsubscribe?.(ids));
}
