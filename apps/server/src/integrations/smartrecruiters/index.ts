import { randomUUID } from 'node:crypto';
import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { defineIntegration, InvalidEvent } from '#modules/connections/integration-port.ts';
import { headerOf } from '#platform/http/webhooks/signature.ts';
import { createOAuthClient, credentialsOf } from '#platform/oauth/client.ts';
import { createSmartRecruitersAdapter } from './adapter.ts';
import { addressesOf, providerOf } from './addresses.ts';
import { personIdsOf } from './wire.ts';

const handshake = 'X-Hook-Secret';

/** The Customer API, with a consent page or an API key. */
export const smartRecruiters = defineIntegration({
  name: 'smartrecruiters',
  title: atsVendors.smartrecruiters.title,
  settings: z.object({
    HEADWATER_SMARTRECRUITERS_CLIENT_ID: z.string().optional(),
    HEADWATER_SMARTRECRUITERS_CLIENT_SECRET: z.string().optional(),
    HEADWATER_SMARTRECRUITERS_URL: z.url().optional(),
  }),
  open({ clock, openCaller, sandboxUrl, sandboxClient, refreshPeople }, settings) {
    const url = settings.HEADWATER_SMARTRECRUITERS_URL;
    const caller = openCaller(url !== undefined);
    const addresses = addressesOf(sandboxUrl === undefined ? url : `${sandboxUrl}/smartrecruiters`);
    const credentials =
      sandboxClient ?? credentialsOf(settings.HEADWATER_SMARTRECRUITERS_CLIENT_ID, settings.HEADWATER_SMARTRECRUITERS_CLIENT_SECRET);
    const client = createOAuthClient({ provider: providerOf(addresses), credentials, caller, clock });
    const ats = createSmartRecruitersAdapter({ clock, caller, addresses, client, isConfigured: credentials !== undefined });
    return {
      ats,
      oauth: { caller, client },
      check: async (connection) => void (await ats.open(connection).jobs()),
      webhook: {
        signature: null,
        // Deliveries have no id, and two changes of a person look the same.
        deliveryId: () => randomUUID(),
        keepsHeaders: ['link'],
        confirm(delivery) {
          const secret = headerOf(delivery, handshake);
          return secret === undefined ? undefined : { [handshake]: secret };
        },
        async handle(connection, { headers, body }) {
          try {
            await refreshPeople(connection, personIdsOf(body, headers['link']));
          } catch (error) {
            if (error instanceof SyntaxError) throw new InvalidEvent(error.message, { cause: error });
            throw error;
          }
        },
      },
    };
  },
});
