import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';

/** Matches addresses without a loaded route: loads all routes and repeats the navigation. */
export const lazyRoutes = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ context, location }) => {
    await context.addRoutes();
    throw redirect({ href: location.href, replace: true });
  },
});
