import { type Core, defineContext } from './core.ts';
import { mergeSteps } from './merge-steps.ts';
import { erasePeopleHandler } from '#modules/privacy/erase-people.ts';
import { applyRetentionHandler } from '#modules/privacy/retention.ts';
import { eraseAgainHandler, eraseAtSystemHandler } from '#modules/privacy/systems/erase.ts';
import { privacyRoutes } from '#modules/privacy/routes.ts';
import type { ConnectionServices } from '#modules/connections/public.ts';
import type { SearchService } from '#modules/search/public.ts';
import { brandingOf } from '#platform/http/branding.ts';
import type { FileStore } from '#platform/files/store.ts';

export const wirePrivacy = (
  { database, clock, signing, env, exportTurns }: Core,
  { files, search, connections }: { files: FileStore; search: SearchService; connections: ConnectionServices },
) => ({
  ...defineContext({
    routes: {
      privacy: privacyRoutes({
        database,
        clock,
        connections,
        files,
        exportTurns,
        productAt: (host) => brandingOf(env.brandings, host).name,
      }),
    },
    tasks: [applyRetentionHandler({ database, clock }), eraseAtSystemHandler(connections), eraseAgainHandler(connections)],
  }),
  /** Run in processes that hold the index. */
  searchTasks: [
    erasePeopleHandler({
      database,
      clock,
      files,
      signing,
      mergeSteps: mergeSteps({ clock, signing }),
      forgetInIndex: () => search.renew(),
    }),
  ],
});
