import type { QueryClient } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { aiSearchParams } from '#features/ai-search/model/params.ts';
import { searchParams } from '#features/search/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const loadResults = () => import('#features/search/components/ResultsLayout.tsx');
const search = async (queryClient: QueryClient, address: string) => {
  const { startSearch } = await import('#features/search/api/start-search.ts');
  await startSearch(queryClient, address.replace(/^\?/, ''));
};
const screen = lazyScreen('search', { load: () => import('../pages/SearchPage.tsx'), name: 'SearchPage' });
const searchRoute = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: requires('search'),
    validateSearch: searchParams.validate,
    loader: ({ context, location }) => {
      if (path !== '/') {
        loadResults().catch(() => undefined);
        search(context.queryClient, location.searchStr).catch(() => undefined);
      }
      return loadTexts('search');
    },
    component: screen,
  });

const home = searchRoute('/');
const results = searchRoute('/profiles');
const oldLook = searchRoute('/v1/profiles');
const insights = createRoute({
  getParentRoute: () => shellRoute,
  path: '/intelligence',
  beforeLoad: requires('search'),
  validateSearch: searchParams.validate,
  loader: () => Promise.all([loadTexts('search'), loadTexts('insights')]),
  component: lazyScreen('insights', { load: () => import('../pages/InsightsPage.tsx'), name: 'InsightsPage' }),
});

const aiSearch = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ai-search',
  beforeLoad: requires('ai_search'),
  validateSearch: aiSearchParams.validate,
  loader: () => {
    loadResults().catch(() => undefined);
    return Promise.all([loadTexts('ai-search'), loadTexts('search')]);
  },
  component: lazyScreen('ai-search', { load: () => import('../pages/AiSearchPage.tsx'), name: 'AiSearchPage' }),
});

export const searchRoutes = [home, results, oldLook, insights, aiSearch] as const;
