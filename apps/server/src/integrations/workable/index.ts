import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { defineIntegration, readEvent } from '#modules/connections/integration-port.ts';
import { bodySignature } from '#platform/http/webhooks/signature.ts';
import { createOAuthClient, credentialsOf } from '#platform/oauth/client.ts';
import { createWorkableAdapter } from './adapter.ts';
import { addressesOf, providerOf } from './addresses.ts';
import { event } from './wire.ts';

/** Workable SPI v3, with a consent page or an access token. */
export const workable = defineIntegration({
  name: 'workable',
  title: atsVendors.workable.title,
  settings: z.object({
    HEADWATER_WORKABLE_CLIENT_ID: z.string().optional(),
    HEADWATER_WORKABLE_CLIENT_SECRET: z.string().optional(),
    HEADWATER_WORKABLE_URL: z.url().optional(),
  }),
  open({ clock, openCaller, sandboxUrl, sandboxClient, refreshPeople }, settings) {
    const { HEADWATER_WORKABLE_URL: url, HEADWATER_WORKABLE_CLIENT_ID: id, HEADWATER_WORKABLE_CLIENT_SECRET: secret } = settings;
    const caller = openCaller(url !== undefined);
    const addresses = addressesOf(sandboxUrl === undefined ? url : `${sandboxUrl}/workable`);
    const credentials = sandboxClient ?? credentialsOf(id, secret);
    const client = createOAuthClient({ provider: providerOf(addresses), credentials, caller, clock });
    const ats = createWorkableAdapter({ clock, caller, addresses, client, credentials });
    return {
      ats,
      oauth: { caller, client },
      check: async (connection) => void (await ats.open(connection).jobs()),
      webhook: {
        signature: bodySignature({ header: 'X-Workable-Signature' }),
        deliveryId: ({ body }) => readEvent(event, body).id,
        async handle(connection, { body }) {
          const { data } = readEvent(event, body);
          // The link may name another candidate of the person.
          const same = data.email ? await ats.open(connection).findPeople([data.email]) : [];
          const ids = same.flatMap(({ applications }) => applications.map((application) => application.id));
          await refreshPeople(connection, [...new Set([data.id, ...ids])]);
        },
      },
    };
  },
});
