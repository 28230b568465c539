import { createRoute } from '@tanstack/react-router';
import { loadCalls } from '#lib/api.ts';
import { licensed } from './guards.ts';
import { lazyScreen } from './lazy-screen.ts';
import { rootRoute } from './root-route.ts';

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: licensed,
  component: lazyScreen('shell', {
    load: () => {
      loadCalls('search').catch(() => undefined);
      return import('./shell/Shell.tsx');
    },
    name: 'Shell',
  }),
});
