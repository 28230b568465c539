import { atsImports } from '@headwater/domain/ats/imports';
import { z } from 'zod';
import { defineIntegration } from '#modules/connections/integration-port.ts';
import { createHuntflowImporter } from './importer.ts';
import { createTokenClient } from './token.ts';

export const huntflowImport = defineIntegration({
  name: 'huntflow_import',
  title: atsImports.huntflow_import.title,
  settings: z.object({ HEADWATER_HUNTFLOW_URL: z.url().optional() }),
  open({ clock, openCaller, sandboxUrl }, { HEADWATER_HUNTFLOW_URL: url }) {
    const caller = openCaller(url !== undefined);
    const client = createTokenClient({ caller });
    const own = sandboxUrl === undefined ? url : `${sandboxUrl}/huntflow/v2`;
    const apiUrl = own?.replace(/\/+$/, '') ?? 'https://api.huntflow.ru/v2';
    return { importer: createHuntflowImporter({ clock, caller, client, apiUrl }), oauth: { caller, client } };
  },
});
