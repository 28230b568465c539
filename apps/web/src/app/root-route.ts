import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import type { RouterContext } from './guards.ts';
import { signedIn } from './guards.ts';
import { lazyScreen } from './lazy.ts';
import { RootFrame } from './RootFrame.tsx';

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: RootFrame });

/** Everything with the side menu. Its children have `context.user`. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: signedIn,
  component: lazyScreen('shell', { load: () => import('./shell/Shell.tsx'), name: 'Shell' }),
});
