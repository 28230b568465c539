import { createRoute, redirect } from '@tanstack/react-router';
import { isSetupOpen } from '#lib/current-user.ts';
import { screenParams, textParam } from '#lib/screen-params.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';

export const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // No account exists yet.
  beforeLoad: () => {
    if (isSetupOpen()) throw redirect({ to: '/setup' });
  },
  validateSearch: screenParams({ next: textParam, token: textParam, service: textParam, problem: textParam }).validate,
  component: lazyScreen('login', { load: () => import('../pages/LoginPage.tsx'), name: 'LoginPage' }),
});
