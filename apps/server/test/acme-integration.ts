import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { AccessLost, defineIntegration, readEvent } from '../src/modules/connections/integration-port.ts';
import { bodySignature, headerOf } from '../src/platform/http/webhooks/signature.ts';
import { createOAuthClient } from '../src/platform/oauth/client.ts';

/** A service that exists in tests only. */
export interface Acme {
  url: string;
  /** Refresh tokens that it received, oldest first. */
  refreshes: string[];
  /** Events in the order of their processing; each try counts. */
  handled: string[];
  /** Called before an event counts as handled. */
  beforeHandling(text: string): Promise<void> | void;
  /** Whether it refuses access. */
  refuses: boolean;
  stop(): void;
}

const textOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Accepts each refresh token once, like Greenhouse, Lever and Huntflow. */
export async function startAcme(): Promise<Acme> {
  let valid = 'refresh 0';
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = new URLSearchParams(await textOf(request)).get('refresh_token') ?? '';
    acme.refreshes.push(sent);
    const isAccepted = sent === valid && !acme.refuses;
    if (isAccepted) valid = `refresh ${acme.refreshes.length}`;
    const body = { access_token: `access ${acme.refreshes.length}`, refresh_token: valid, expires_in: 3600 };
    response.writeHead(isAccepted ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAccepted ? body : { error: 'invalid_grant', error_description: 'The grant was revoked' }));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const acme: Acme = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: [],
    handled: [],
    beforeHandling: () => undefined,
    refuses: false,
    stop: () => server.close(),
  };
  return acme;
}

const event = z.object({ text: z.string() });

/** Signs the body in a header, and names a delivery in another one. */
export const acmeIntegration = (service: () => Acme) =>
  defineIntegration({
    name: 'acme',
    title: 'Acme',
    settings: z.object({ HEADWATER_ACME_CLIENT_ID: z.string().min(3), HEADWATER_ACME_CLIENT_SECRET: z.string() }),
    open({ clock, openCaller }, settings) {
      const caller = openCaller(true);
      const credentials = { clientId: settings.HEADWATER_ACME_CLIENT_ID, clientSecret: settings.HEADWATER_ACME_CLIENT_SECRET };
      const provider = {
        // The service starts after the application.
        get tokenUrl() {
          return service().url;
        },
        authorizeUrl: 'https://acme.test/authorize',
        revokeUrl: null,
        scopes: [],
        extra: {},
      };
      const client = createOAuthClient({ clock, caller, credentials, provider });
      return {
        oauth: { caller, client },
        async check() {
          if (service().refuses) throw new AccessLost('The key was revoked');
        },
        webhook: {
          signature: bodySignature({ header: 'Acme-Signature', prefix: 'sha256=' }),
          deliveryId: (delivery) => headerOf(delivery, 'Acme-Delivery'),
          keepsHeaders: ['acme-event'],
          confirm(delivery) {
            const secret = headerOf(delivery, 'Acme-Confirm');
            return secret === undefined ? undefined : { 'acme-confirm': secret };
          },
          async handle(_connection, { headers, body }) {
            const { text } = readEvent(event, body);
            if (service().refuses) throw new AccessLost('The key was revoked');
            await service().beforeHandling(text);
            service().handled.push(`${headers['acme-event']} ${text}`);
          },
        },
      };
    },
  });

/** Signs the token and the time in the body instead of its data, like Lever. */
export const leverLikeIntegration = () =>
  defineIntegration({
    name: 'lever_like',
    title: 'Lever-like',
    settings: z.object({}),
    open: () => ({
      webhook: {
        signature: {
          algorithm: 'sha256',
          encoding: 'hex',
          find({ body }) {
            const { token, triggeredAt, signature } = JSON.parse(body.toString()) as Record<string, string | number>;
            return { signature: String(signature), content: `${token}${triggeredAt}` };
          },
        },
        deliveryId: ({ body }) => (JSON.parse(body.toString()) as { token: string }).token,
        handle: async () => undefined,
      },
    }),
  });
