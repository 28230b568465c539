import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import type { Delivery, SignatureRule } from '#platform/http/webhooks/signature.ts';
import type { OAuthClient, OAuthCredentials } from '#platform/oauth/client.ts';
import type { AtsAdapter } from './ats-port.ts';
import type { OpenConnection } from './connection-port.ts';
import type { AtsImporter } from './import-port.ts';

export type { ConnectionSecret, OpenConnection } from './connection-port.ts';

export interface WebhookHandler {
  /** Null: the service signs nothing, and the address is the secret. */
  signature: SignatureRule | null;
  /** Id of the delivery, the same when the service repeats it. Undefined: not a webhook of this service. */
  deliveryId(delivery: Delivery): string | undefined;
  /** Headers to keep for `handle`, in lower case. */
  keepsHeaders?: readonly string[];
  /** Response headers for a request that only confirms the address, before any signature check. */
  confirm?(delivery: Delivery): Record<string, string> | undefined;
  /** Runs in order per connection and must be idempotent. Throws `AccessLost` or `InvalidEvent`; other errors are retried. */
  handle(connection: OpenConnection, event: { headers: Readonly<Record<string, string>>; body: Buffer }): Promise<void>;
}

/** The service refuses access until a user connects again; the message is shown to users. */
export class AccessLost extends Error {}

/** The event can never be processed. It fails without retries, which would hold up the next ones. */
export class InvalidEvent extends Error {}

/** Reads the JSON of an event. Throws InvalidEvent. */
export function readEvent<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch (error) {
    throw new InvalidEvent(error instanceof z.ZodError ? z.prettifyError(error) : String(error), { cause: error });
  }
}

export interface OpenIntegration {
  oauth?: { client: OAuthClient; caller: Caller };
  webhook?: WebhookHandler;
  ats?: AtsAdapter;
  importer?: AtsImporter;
  /** Throws `AccessLost` if the connection no longer works. */
  check?(connection: OpenConnection): Promise<void>;
}

export interface IntegrationServices {
  clock: Clock;
  /** Reaches public addresses, or also private ones if the operator configured the address. In demo mode only this machine. */
  openCaller(isConfigured?: boolean): Caller;
  /** HTTP address of the sandbox in demo mode. */
  sandboxUrl: string | undefined;
  /** OAuth credentials of the sandbox in demo mode. */
  sandboxClient: OAuthCredentials | undefined;
  /** Reads people again after a webhook named them. */
  refreshPeople(connection: OpenConnection, personIds: readonly string[]): Promise<void>;
}

/** Describes an integration. `integrations/<name>/index.ts` exports one. */
export interface Integration<Settings extends z.ZodObject = z.ZodObject> {
  /** Name in addresses and in the table of connections. */
  name: string;
  /** Name of the product, the same in all languages. */
  title: string;
  /** Settings of the environment: HEADWATER_<NAME>_… */
  settings: Settings;
  open(services: IntegrationServices, settings: z.output<Settings>): OpenIntegration;
}

/** An integration with the settings of this installation. */
interface ConfiguredIntegration {
  name: string;
  title: string;
  open(services: IntegrationServices): OpenIntegration;
}

export interface RegisteredIntegration {
  name: string;
  settings: z.ZodObject;
  /** Throws ZodError. */
  configure(source: Readonly<Record<string, string | undefined>>): ConfiguredIntegration;
}

/** Binds the type of the settings to `open`. */
export const defineIntegration = <Settings extends z.ZodObject>({
  name,
  title,
  settings,
  open,
}: Integration<Settings>): RegisteredIntegration => ({
  name,
  settings,
  configure(source) {
    const values = settings.parse(source);
    return { name, title, open: (services) => open(services, values) };
  },
});
