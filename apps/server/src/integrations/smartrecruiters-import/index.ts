import { atsImports } from '@headwater/domain/ats/imports';
import { z } from 'zod';
import { defineIntegration } from '#modules/connections/integration-port.ts';
import { createSmartRecruitersImporter } from './importer.ts';

export const smartRecruitersImport = defineIntegration({
  name: 'smartrecruiters_import',
  title: atsImports.smartrecruiters_import.title,
  settings: z.object({ HEADWATER_SMARTRECRUITERS_IMPORT_URL: z.url().optional() }),
  open({ clock, openCaller, sandboxUrl }, { HEADWATER_SMARTRECRUITERS_IMPORT_URL: url }) {
    const base = sandboxUrl === undefined ? url : `${sandboxUrl}/smartrecruiters-import`;
    const baseUrl = base?.replace(/\/+$/, '') ?? 'https://api.smartrecruiters.com';
    return { importer: createSmartRecruitersImporter({ clock, caller: openCaller(url !== undefined), baseUrl }) };
  },
});
