import { createRoute, redirect } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

/** ATS-001 */
const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps',
  beforeLoad: (options) => {
    requires('integrations')(options);
    if (options.context.user.apps.length === 0) throw redirect({ to: '/' });
  },
  loader: () => loadTexts('ats'),
  component: lazyScreen('apps', { load: () => import('../pages/apps/AppsPage.tsx'), name: 'AppsPage' }),
});

/** ATS-003 to ATS-006 */
const connect = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$vendor/connect',
  beforeLoad: requires('integrations'),
  loader: () => loadTexts('ats'),
  component: lazyScreen('app-connect', { load: () => import('../pages/apps/ConnectPage.tsx'), name: 'ConnectPage' }),
});

export const appRoutes = [list, connect] as const;
