import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { defineIntegration, readEvent } from '#modules/connections/integration-port.ts';
import { createOAuthClient, credentialsOf } from '#platform/oauth/client.ts';
import { createLeverAdapter } from './adapter.ts';
import { addressesOf, providerOf } from './addresses.ts';
import { event } from './wire.ts';

/** Lever v1, with a consent page or an API key. */
export const lever = defineIntegration({
  name: 'lever',
  title: atsVendors.lever.title,
  settings: z.object({
    HEADWATER_LEVER_CLIENT_ID: z.string().optional(),
    HEADWATER_LEVER_CLIENT_SECRET: z.string().optional(),
    HEADWATER_LEVER_URL: z.url().optional(),
  }),
  open({ clock, openCaller, sandboxUrl, sandboxClient, refreshPeople }, settings) {
    const { HEADWATER_LEVER_URL: url, HEADWATER_LEVER_CLIENT_ID: id, HEADWATER_LEVER_CLIENT_SECRET: secret } = settings;
    const caller = openCaller(url !== undefined);
    const addresses = addressesOf(sandboxUrl === undefined ? url : `${sandboxUrl}/lever`);
    const credentials = sandboxClient ?? credentialsOf(id, secret);
    const client = createOAuthClient({ provider: providerOf(addresses), credentials, caller, clock });
    const ats = createLeverAdapter({ clock, caller, addresses, client, isConfigured: credentials !== undefined });
    return {
      ats,
      oauth: { caller, client },
      check: async (connection) => void (await ats.open(connection).jobs()),
      webhook: {
        signature: {
          algorithm: 'sha256',
          encoding: 'hex',
          find({ body }) {
            const { token, triggeredAt, signature } = readEvent(event, body);
            return signature ? { signature, content: `${token}${triggeredAt}` } : undefined;
          },
        },
        // The signature does not cover the data, so a token is accepted once.
        deliveryId: ({ body }) => readEvent(event, body).token,
        async handle(connection, { body }) {
          const { data } = readEvent(event, body);
          await refreshPeople(connection, data?.contactId ? [data.contactId] : []);
        },
      },
    };
  },
});
