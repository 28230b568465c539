import { atsVendors } from '@headwater/domain/ats/vendors';
import { atsImports } from '@headwater/domain/ats/imports';
import { z } from 'zod';
import { defineIntegration, readEvent } from '#modules/connections/integration-port.ts';
import { bodySignature, headerOf } from '#platform/http/webhooks/signature.ts';
import { createGreenhouseAdapter } from './adapter.ts';
import { addressesOf } from './addresses.ts';
import { createGreenhouseImporter } from './import.ts';
import { createTokenClient } from './token.ts';
import { personIdsOf } from './wire.ts';

const settings = z.object({ HEADWATER_GREENHOUSE_URL: z.url().optional() });

/** Harvest v3 and Candidate Ingestion (DEC-12). */
export const greenhouse = defineIntegration({
  name: 'greenhouse',
  title: atsVendors.greenhouse.title,
  settings,
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

/** ATS-021. Reads all people of Harvest v3. */
export const greenhouseImport = defineIntegration({
  name: 'greenhouse_import',
  title: atsImports.greenhouse_import.title,
  settings,
  open({ clock, openCaller, sandboxUrl }, { HEADWATER_GREENHOUSE_URL: url }) {
    const caller = openCaller(url !== undefined);
    const addresses = addressesOf(sandboxUrl === undefined ? url : `${sandboxUrl}/greenhouse`);
    const client = createTokenClient({ clock, caller, tokenUrl: addresses.token });
    return { importer: createGreenhouseImporter({ clock, caller, addresses }), oauth: { caller, client } };
  },
});
