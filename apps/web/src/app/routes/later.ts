import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';

/** Stands for every address whose route is not there yet: brings all routes, and goes to the address again. */
export const later = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ context, location }) => {
    await context.addRoutes();
    throw redirect({ href: location.href, replace: true });
  },
});
