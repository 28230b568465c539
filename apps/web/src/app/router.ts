import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { createElement, Suspense } from 'react';
import { parseSearch, writeSearch } from '#lib/search-string.ts';
import { whenFactorMissing, whenSignedOut, whenUnlicensed } from '#lib/api.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { meQuery } from '#lib/current-user.ts';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { rememberAddress } from '#lib/tab-session.ts';
import { eventsOfUser } from '#lib/usage-events.ts';
import { hasUnsaved } from '#ui/unsaved.ts';
import { followOtherTabs } from './other-tabs.ts';
import { ErrorPage } from './pages/ErrorPage.tsx';
import { rootRoute } from './root-route.ts';
import { routeParts } from './route-parts.ts';
import type { growTree } from './route-tree.ts';
import type { RouterContext } from './router-context.ts';
import { lazyRoutes } from './routes/lazy-routes.ts';
import { login } from './routes/login.ts';

const NotFoundPage = lazyWithTexts(() => import('./pages/NotFoundPage.tsx'), 'NotFoundPage');

/** The types contain all routes; navigation to a missing one waits until it is loaded. */
type RouteTree = ReturnType<typeof growTree>;
const asRouteTree = (tree: AnyRoute) => tree as unknown as RouteTree;

function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree: asRouteTree(rootRoute.addChildren([login, lazyRoutes])),
    context,
    parseSearch,
    stringifySearch: writeSearch,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    // The query cache decides about freshness.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Otherwise a new page keeps the scroll position of the previous one.
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

export async function startRouter(): Promise<AppParts> {
  const queryClient = createQueryClient();
  // `router.update` ignores new branches of the same tree.
  const addRoutes = routeParts(() => router.setRoutes(router.buildRouteTree()));
  const router = createAppRouter({ queryClient, addRoutes });

  followOtherTabs(queryClient);
  eventsOfUser(() => queryClient.getQueryData(meQuery.queryKey));
  rememberAddress(location.href);
  router.subscribe('onResolved', () => rememberAddress(location.href));

  /** DEC-08: the company started to require a second factor during the session. */
  whenFactorMissing(() => {
    const next = router.latestLocation;
    if (next.pathname.startsWith('/two-step')) return;
    queryClient.setQueryData(meQuery.queryKey, (user) => user && { ...user, must_add_factor: true });
    void router.navigate({ to: '/two-step', search: { next: next.href } });
  });

  /** ACC-023: the license expired during the session. A fresh response selects the page. */
  let isAsking = false;
  whenUnlicensed(() => {
    if (isAsking || router.latestLocation.pathname.startsWith('/license-')) return;
    isAsking = true;
    const lead = async () => {
      const { licenseNotice } = await import('./guards.ts');
      const notice = licenseNotice(await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }));
      if (notice) await router.navigate({ to: notice, replace: true });
    };
    // The next call redirects a signed-out user to the sign-in.
    void lead()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  });

  /** ACC-032. Clears the cache: the next user must not see its data. */
  whenSignedOut(() => {
    const next = router.latestLocation;
    if (next.pathname.startsWith('/login')) return;
    const user = queryClient.getQueryData(meQuery.queryKey);
    if (user && hasUnsaved())
      return void import('./session-lost.tsx').then(({ askToSignIn }) => askToSignIn(queryClient, user), reportError);
    queryClient.clear();
    void router.navigate({ to: '/login', search: { next: next.href }, replace: true });
  });

  // The screen reports failed routes and offers a retry.
  await addRoutes(location.pathname).catch(() => undefined);
  return { queryClient, router };
}
