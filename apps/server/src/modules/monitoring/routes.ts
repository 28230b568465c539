import { implement } from '@orpc/server';
import { installation } from '@headwater/contract/installation';
import { enqueueBackup } from '#modules/backups/public.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { readStatus, type StatusServices } from './status.ts';

/** OPS-003 */
export function installationRoutes(services: StatusServices) {
  const api = implement(installation).$context<RequestContext>();
  return {
    status: api.status.handler(() => readStatus(services)),
    backUp: api.backUp.handler(async () => {
      if (!services.backups) return { is_running: false };
      await services.database.asSystem(enqueueBackup);
      return { is_running: true };
    }),
  };
}
