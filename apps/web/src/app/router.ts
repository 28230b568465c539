import { createRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { parseSearch, writeSearch } from '#lib/search-string.ts';
import { whenFactorMissing, whenSignedOut } from '#lib/api.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { meQuery } from '#lib/current-user.ts';
import { rememberAddress } from '#lib/tab-session.ts';
import { hasUnsaved } from '#ui/unsaved.ts';
import { followOtherTabs } from './other-tabs.ts';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { NotFoundPage } from './pages/NotFoundPage.tsx';
import { routeTree } from './route-tree.ts';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch: writeSearch,
  trailingSlash: 'preserve',
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: () => createElement(NotFoundPage),
  defaultOnCatch: (error) => reportError(error),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

followOtherTabs(queryClient);
rememberAddress(location.href);
router.subscribe('onResolved', () => rememberAddress(location.href));

/** DEC-08: the company has begun to require it while its people work. */
whenFactorMissing(() => {
  const next = router.latestLocation;
  if (next.pathname.startsWith('/two-step')) return;
  queryClient.setQueryData(meQuery.queryKey, (user) => user && { ...user, must_add_factor: true });
  void router.navigate({ to: '/two-step', search: { next: next.href } });
});

/** ACC-032: a call answered 401 in the middle of work. The cache goes too: the next person must not see this one's data. */
whenSignedOut(() => {
  const next = router.latestLocation;
  if (next.pathname.startsWith('/login')) return;
  const user = queryClient.getQueryData(meQuery.queryKey);
  if (user && hasUnsaved()) return void import('./session-lost.tsx').then(({ askToSignIn }) => askToSignIn(queryClient, user), reportError);
  queryClient.clear();
  void router.navigate({ to: '/login', search: { next: next.href }, replace: true });
});
