import { savedQueryRoutes } from '#modules/saved-queries/routes.ts';
import type { SearchContext } from '#modules/search/public.ts';
import { searchRoutes } from '#modules/search/routes.ts';
import { searchHistoryRoutes } from '#modules/search-history/routes.ts';
import { smartFolderRoutes } from '#modules/smart-folders/routes.ts';

/** Searching, and what is kept of searches. */
export const searchRouters = (context: SearchContext) => ({
  savedQueries: savedQueryRoutes(context),
  search: searchRoutes(context),
  searchHistory: searchHistoryRoutes(context),
  smartFolders: smartFolderRoutes(context),
});
