import { type Core, defineContext } from './core.ts';
import type { Infrastructure } from './foundation.ts';
import { importJob } from '#modules/ats-imports/job.ts';
import { atsImportRoutes } from '#modules/ats-imports/routes.ts';
import type { ConnectionServices } from '#modules/connections/public.ts';

interface ImportNeeds extends Pick<Infrastructure, 'files' | 'antivirus'> {
  connections: ConnectionServices;
}

export function wireAtsImports({ jobs, signing }: Core, { connections, files, antivirus }: ImportNeeds) {
  const services = { ...connections, files, antivirus, signing };
  const job = importJob(services);
  return defineContext({ routes: { atsImports: atsImportRoutes({ ...services, jobs, job }) }, jobs: [job] });
}
