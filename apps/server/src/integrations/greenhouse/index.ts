import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { defineIntegration, readEvent } from '#modules/connections/integration-port.ts';
import { bodySignature, headerOf } from '#platform/http/webhooks/signature.ts';
import { createGreenhouseAdapter } from './adapter.ts';
import { addressesOf } from './addresses.ts';
import { createTokenClient } from './token.ts';
import { personIdsOf } from './wire.ts';

/** Harvest v3 and Candidate Ingestion (DEC-12). */
export const greenhouse = defineIntegration({
  name: 'greenhouse',
  title: atsVendors.greenhouse.title,
  settings: z.object({ HEADWATER_GREENHOUSE_URL: z.url().optional() }),
  open({ clock, openCaller, sandboxUrl, refreshPeople }, { HEADWATER_GREENHOUSE_URL: url }) {
    const caller = openCaller(url !== undefined);
    const addresses = addressesOf(sandboxUrl === undefined ? url : `${sandboxUrl}/greenhouse`);
    const ats = createGreenhouseAdapter({ clock, caller, addresses });
    return {
      ats,
      oauth: { caller, client: createTokenClient({ clock, caller, tokenUrl: addresses.token }) },
      check: async (connection) => void (await ats.open(connection).jobs()),
      webhook: {
        signature: bodySignature({ header: 'Signature', prefix: 'sha256 ' }),
        deliveryId: (delivery) => headerOf(delivery, 'Greenhouse-Event-ID'),
        handle: (connection, { body }) => refreshPeople(connection, personIdsOf(readEvent(z.unknown(), body))),
      },
    };
  },
});
