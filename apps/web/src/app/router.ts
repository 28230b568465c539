import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { createElement, Suspense } from 'react';
import { parseSearch, writeSearch } from '#lib/search-string.ts';
import { whenFactorMissing, whenSignedOut, whenUnlicensed } from '#lib/api.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { meQuery } from '#lib/current-user.ts';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { rememberAddress } from '#lib/tab-session.ts';
import { hasUnsaved } from '#ui/unsaved.ts';
import { followOtherTabs } from './other-tabs.ts';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { rootRoute } from './root-route.ts';
import { routeParts } from './route-parts.ts';
import type { growTree } from './route-tree.ts';
import type { RouterContext } from './router-context.ts';
import { later } from './routes/later.ts';
import { login } from './routes/login.ts';

const NotFoundPage = lazyWithTexts(() => import('./pages/NotFoundPage.tsx'), 'NotFoundPage');

/** To the types all routes are there from the beginning: who goes to one that is not waits for it. */
type RouteTree = ReturnType<typeof growTree>;
const asWhole = (tree: AnyRoute) => tree as unknown as RouteTree;

function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: asWhole(rootRoute.addChildren([login, later])),
    context,
    parseSearch,
    stringifySearch: writeSearch,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Without it a new page starts where the previous one was left.
    scrollToTopSelectors: ['#content'],
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => createElement(Suspense, null, createElement(NotFoundPage)),
    defaultOnCatch: (error) => reportError(error),
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

export interface AppParts {
  queryClient: QueryClient;
  router: AppRouter;
}

/** Makes the cache and the router of a page. Resolves when the routes of the open address are there. */
export async function startRouter(): Promise<AppParts> {
  const queryClient = createQueryClient();
  // `router.update` would ignore new branches of the same tree.
  const addRoutes = routeParts(() => router.setRoutes(router.buildRouteTree()));
  const router = createAppRouter({ queryClient, addRoutes });

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

  /** ACC-023: the license has ended while the person works. Only a fresh answer says which page it is and whom to ask. */
  let isAsking = false;
  whenUnlicensed(() => {
    if (isAsking || router.latestLocation.pathname.startsWith('/license-')) return;
    isAsking = true;
    const lead = async () => {
      const { licenseNotice } = await import('./guards.ts');
      const notice = licenseNotice(await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }));
      if (notice) await router.navigate({ to: notice, replace: true });
    };
    // A person who is signed out is led to sign in by the next call.
    void lead()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  });

  /** ACC-032: a call answered 401 in the middle of work. The cache goes too: the next person must not see this one's data. */
  whenSignedOut(() => {
    const next = router.latestLocation;
    if (next.pathname.startsWith('/login')) return;
    const user = queryClient.getQueryData(meQuery.queryKey);
    if (user && hasUnsaved())
      return void import('./session-lost.tsx').then(({ askToSignIn }) => askToSignIn(queryClient, user), reportError);
    queryClient.clear();
    void router.navigate({ to: '/login', search: { next: next.href }, replace: true });
  });

  // The screen reports routes that do not load, and offers another try.
  await addRoutes(location.pathname).catch(() => undefined);
  return { queryClient, router };
}
