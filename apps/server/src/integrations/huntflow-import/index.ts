import { atsImports } from '@headwater/domain/ats/imports';
import { z } from 'zod';
import { defineIntegration } from '#modules/connections/integration-port.ts';
import type { Caller } from '#platform/fetch/api-caller.ts';
import { createHuntflowImporter } from './importer.ts';
import { createTokenClient } from './token.ts';

interface Reach {
  /** Reaches private addresses too if the operator configured the URL. */
  configured: Caller;
  other: Caller;
  origin: string;
}

/** Users type addresses of other hosts, which must not be private ones. */
const withinReach = ({ configured, other, origin }: Reach): Caller => ({
  timeoutMs: configured.timeoutMs,
  call: (call) => (URL.canParse(call.url) && new URL(call.url).origin === origin ? configured : other).call(call),
  async close() {
    await Promise.all([configured.close(), other.close()]);
  },
});

export const huntflowImport = defineIntegration({
  name: 'huntflow_import',
  title: atsImports.huntflow_import.title,
  settings: z.object({ HEADWATER_HUNTFLOW_URL: z.url().optional() }),
  open({ clock, openCaller, sandboxUrl }, { HEADWATER_HUNTFLOW_URL: url }) {
    const own = sandboxUrl === undefined ? url : `${sandboxUrl}/huntflow/v2`;
    const apiUrl = own?.replace(/\/+$/, '') ?? 'https://api.huntflow.ru/v2';
    const caller = withinReach({ configured: openCaller(url !== undefined), other: openCaller(), origin: new URL(apiUrl).origin });
    const client = createTokenClient({ caller });
    return { importer: createHuntflowImporter({ clock, caller, client, apiUrl }), oauth: { caller, client } };
  },
});
