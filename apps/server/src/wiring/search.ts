import { type Core, defineContext } from './core.ts';
import { readerFinder } from './notice-reader.ts';
import { savedQueryAlerts } from '#modules/saved-queries/alerts.ts';
import { savedQueryRoutes } from '#modules/saved-queries/routes.ts';
import { pruneChangesHandler, type SearchService } from '#modules/search/public.ts';
import { searchRoutes } from '#modules/search/routes.ts';
import { searchHistoryRoutes } from '#modules/search-history/routes.ts';
import { smartFolderRoutes } from '#modules/smart-folders/routes.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import type { Tx } from '#platform/database/database.ts';

interface SearchNeeds {
  search: SearchService;
  sendingLock: SendingLock;
}

export function wireSearch({ database, clock, log }: Core, { search, sendingLock }: SearchNeeds) {
  const context = { database, clock, search };
  const find = readerFinder(clock, sendingLock);
  const part = defineContext({
    routes: {
      savedQueries: savedQueryRoutes(context),
      search: searchRoutes(context),
      searchHistory: searchHistoryRoutes(context),
      smartFolders: smartFolderRoutes(context),
    },
    tasks: [pruneChangesHandler({ database, clock })],
  });
  const findRecipient = async (tx: Tx, userId: number) => (await find(tx, userId)) || undefined;
  return { part, searchTasks: [savedQueryAlerts({ ...context, log, findRecipient })] };
}
