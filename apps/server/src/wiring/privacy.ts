import { type Core, defineContext } from './core.ts';
import { mergeSteps } from './profile-merges.ts';
import { erasePeopleHandler } from '#modules/privacy/erase-people.ts';
import { applyRetentionHandler } from '#modules/privacy/retention.ts';
import { privacyRoutes } from '#modules/privacy/routes.ts';
import type { SearchService } from '#modules/search/public.ts';
import { brandingOf } from '#platform/http/branding.ts';
import type { FileStore } from '#platform/files/store.ts';

export const wirePrivacy = (
  { database, clock, signing, env, exportTurns }: Core,
  { files, search }: { files: FileStore; search: SearchService },
) => ({
  ...defineContext({
    routes: {
      privacy: privacyRoutes({ database, clock, files, exportTurns, productAt: (host) => brandingOf(env.brandings, host).name }),
    },
    tasks: [applyRetentionHandler({ database, clock })],
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
