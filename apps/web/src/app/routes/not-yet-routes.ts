import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import type { ScreenName } from '../pages/NotYetPage.tsx';
import { rootRoute, shellRoute } from '../root-route.ts';
import { notYet, type Who } from './not-yet.ts';

const screenOf = (screen: ScreenName, frame: 'div' | 'main') =>
  lazyScreen('not-yet', {
    load: async () => {
      const { notYetPage } = await import('../pages/NotYetPage.tsx');
      return { NotYetPage: notYetPage(screen, frame) };
    },
    name: 'NotYetPage',
  });

const routesFor = (wanted: (who: Who) => boolean, parent: typeof rootRoute | typeof shellRoute): AnyRoute[] =>
  notYet
    .filter(([, , who]) => wanted(who))
    .map(([path, screen, who]) =>
      createRoute({
        getParentRoute: () => parent as typeof shellRoute,
        path,
        component: screenOf(screen, who === 'visitors' ? 'main' : 'div'),
        ...(who === 'visitors' || who === 'signed_in' ? {} : { beforeLoad: requires(who) }),
      }),
    );

// To the types these addresses do not exist, so that a typed link can only lead to a screen that is there.
export const notYetPublicRoutes = routesFor((who) => who === 'visitors', rootRoute) as unknown as [];
export const notYetRoutes = routesFor((who) => who !== 'visitors', shellRoute) as unknown as [];
