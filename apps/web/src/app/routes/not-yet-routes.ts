import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { findUser, requires, licensed } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';
import { type Line, notYet, type Who } from '../frame/not-yet.ts';

/** Outside the shell the page renders its own `main`. */
const bareScreen = lazyScreen('not-found', { load: () => import('../pages/UnknownPage.tsx'), name: 'UnknownBackendPage' });
const framedScreen = lazyScreen('not-found', { load: () => import('../pages/NotFoundPage.tsx'), name: 'NotFoundPage' });

/** SHELL-019; other visitor pages ask and accept any response (SHELL-020, SHELL-021). */
const skipsUser = (path: string) => /^\/(?:login|invitations)\/|\/(?:registration|recover|reset)(?:\/|$)/.test(path);

const visitorRoute = ([path]: Line): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: bareScreen,
    ...(skipsUser(path) ? {} : { loader: ({ context }) => findUser(context).then(() => undefined) }),
  });

const guardOf = (who: Who) => (who === 'visitors' || who === 'signed_in' ? undefined : requires(who));

const bareRoute = ([path, who]: Line): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: bareScreen,
    beforeLoad: async (context) => {
      const known = await licensed(context);
      guardOf(who)?.({ context: known });
      return known;
    },
  });

const framedRoute = ([path, who]: Line): AnyRoute => {
  const guard = guardOf(who);
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: framedScreen,
    ...(guard ? { beforeLoad: guard } : {}),
  });
};

const withoutMenu = ([, who, frame]: Line) => who === 'visitors' || frame === 'bare';

// The types omit these addresses, so that typed links lead only to existing screens.
export const notYetPublicRoutes = notYet
  .filter(withoutMenu)
  .map((line) => (line[1] === 'visitors' ? visitorRoute(line) : bareRoute(line))) as unknown as [];
export const notYetRoutes = notYet.filter((line) => !withoutMenu(line)).map(framedRoute) as unknown as [];
