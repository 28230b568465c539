import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { findUser, requires, signedIn } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import type { ScreenName } from '../pages/NotYetPage.tsx';
import { rootRoute, shellRoute } from '../root-route.ts';
import { type Line, notYet, type Who } from './not-yet.ts';

const screenOf = (screen: ScreenName, frame: 'div' | 'main') =>
  lazyScreen('not-yet', {
    load: async () => {
      const { notYetPage } = await import('../pages/NotYetPage.tsx');
      return { NotYetPage: notYetPage(screen, frame) };
    },
    name: 'NotYetPage',
  });

/** SHELL-019: these kinds of pages do not ask who is there; the others of visitors do, and take any answer (SHELL-020, SHELL-021). */
const asksNobody = (path: string) => /^\/(?:login|invitations)\/|\/(?:registration|recover|reset)(?:\/|$)/.test(path);

const visitorRoute = ([path, screen]: Line): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: screenOf(screen, 'main'),
    ...(asksNobody(path) ? {} : { loader: ({ context }) => findUser(context).then(() => undefined) }),
  });

const guardOf = (who: Who) => (who === 'visitors' || who === 'signed_in' ? undefined : requires(who));

const bareRoute = ([path, screen, who]: Line): AnyRoute =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: screenOf(screen, 'main'),
    beforeLoad: async (asked) => {
      const known = await signedIn(asked);
      guardOf(who)?.({ context: known });
      return known;
    },
  });

const framedRoute = ([path, screen, who]: Line): AnyRoute => {
  const guard = guardOf(who);
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: screenOf(screen, 'div'),
    ...(guard ? { beforeLoad: guard } : {}),
  });
};

const withoutMenu = ([, , who, frame]: Line) => who === 'visitors' || frame === 'bare';

// To the types these addresses do not exist, so that a typed link can only lead to a screen that is there.
export const notYetPublicRoutes = notYet
  .filter(withoutMenu)
  .map((line) => (line[2] === 'visitors' ? visitorRoute(line) : bareRoute(line))) as unknown as [];
export const notYetRoutes = notYet.filter((line) => !withoutMenu(line)).map(framedRoute) as unknown as [];
