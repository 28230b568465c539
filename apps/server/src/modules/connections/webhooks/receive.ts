import { createHash } from 'node:crypto';
import { isLicensed } from '#modules/companies/public.ts';
import { AppError } from '#platform/errors.ts';
import type { WebhookAddress, WebhookReceiver } from '#platform/http/webhooks/mount.ts';
import { type Delivery, headerOf, isSigned } from '#platform/http/webhooks/signature.ts';
import { type ConnectionServices, openSecret } from '../connections.ts';
import type { WebhookHandler } from '../integration-port.ts';
import { type Connection, findByWebhookKey, insertEvent } from '../store.ts';
import { enqueueProcessing } from './task.ts';

/** Content of outsiders that an integration cannot read is an error of the request. */
function readDelivery<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    throw new AppError('bad_request');
  }
}

async function receive(
  { database, clock, secrets }: ConnectionServices,
  { connection, webhook }: { connection: Connection; webhook: WebhookHandler },
  delivery: Delivery,
): Promise<Record<string, string>> {
  const confirmation = readDelivery(() => webhook.confirm?.(delivery));
  if (confirmation) return confirmation;
  const { signature } = webhook;
  if (signature) {
    const { webhookKey = '', webhookKeys = [webhookKey] } = openSecret(secrets, connection);
    if (!readDelivery(() => webhookKeys.some((key) => isSigned(signature, delivery, key)))) throw new AppError('webhook_signature');
  }
  const id = readDelivery(() => webhook.deliveryId(delivery));
  if (id === undefined) throw new AppError('bad_request');
  const headers = (webhook.keepsHeaders ?? []).map((name) => [name, headerOf(delivery, name) ?? '']);
  const { company_id, id: connection_id } = connection;
  await database.inCompany(company_id, async (tx) => {
    const isNew = await insertEvent(tx, {
      company_id,
      connection_id,
      delivery_hash: createHash('sha256').update(id).digest(),
      headers: JSON.stringify(Object.fromEntries(headers)),
      body: delivery.body,
      received_at: clock.now(),
    });
    if (isNew) await enqueueProcessing(tx, connection_id);
  });
  return {};
}

export const webhookReceivers =
  (services: ConnectionServices) =>
  async ({ integration, key }: WebhookAddress): Promise<WebhookReceiver | undefined> => {
    const webhook = services.integrations.get(integration)?.webhook;
    const connection =
      webhook &&
      (await services.database.asSystem(async (tx) => {
        const found = await findByWebhookKey(tx, integration, key);
        return found && (await isLicensed(tx, found.company_id, services.clock)) ? found : undefined;
      }));
    return (
      connection && {
        companyId: connection.company_id,
        connectionId: connection.id,
        receive: (delivery) => receive(services, { connection, webhook }, delivery),
      }
    );
  };
