import { createRoute } from '@tanstack/react-router';
import { loadCalls } from '#lib/api.ts';
import { licensed } from './guards.ts';
import { lazyScreen } from './lazy-screen.ts';
import { rootRoute } from './root-route.ts';

/** Everything with the side menu. Its children have `context.user`. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: licensed,
  component: lazyScreen('shell', {
    load: () => {
      // The frame makes calls; one that fails here is asked for again by the call itself.
      loadCalls('search').catch(() => undefined);
      return import('./shell/Shell.tsx');
    },
    name: 'Shell',
  }),
});
