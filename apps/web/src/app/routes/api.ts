import { createRoute } from '@tanstack/react-router';
import { activeUserParams } from '#features/active-users/model/params.ts';
import { usageParams } from '#features/api-usage/model/params.ts';
import { usageEventParams } from '#features/usage-events/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const management = createRoute({
  getParentRoute: () => shellRoute,
  path: '/api_management',
  beforeLoad: requires('api_tokens'),
  validateSearch: usageParams.validate,
  loader: () => Promise.all([loadTexts('api-tokens'), loadTexts('api-usage'), loadTexts('charts'), loadTexts('security')]),
  component: lazyScreen('api-management', { load: () => import('../pages/api/ApiManagementPage.tsx'), name: 'ApiManagementPage' }),
});

const ofCompany = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies/$companyId/api-statistics',
  beforeLoad: requires('managed_companies'),
  validateSearch: usageParams.validate,
  loader: () => Promise.all([loadTexts('companies'), loadTexts('api-usage'), loadTexts('charts')]),
  component: lazyScreen('api-statistics', { load: () => import('../pages/api/CompanyUsagePage.tsx'), name: 'CompanyUsagePage' }),
});

const activeUsers = createRoute({
  getParentRoute: () => shellRoute,
  path: '/active-users',
  beforeLoad: requires('staff'),
  validateSearch: activeUserParams.validate,
  loader: () => Promise.all([loadTexts('active-users'), loadTexts('impersonation')]),
  component: lazyScreen('active-users', { load: () => import('../pages/api/ActiveUsersPage.tsx'), name: 'ActiveUsersPage' }),
});

const usageEvents = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage-events',
  beforeLoad: requires('staff'),
  validateSearch: usageEventParams.validate,
  loader: () => loadTexts('usage-events'),
  component: lazyScreen('usage-events', { load: () => import('../pages/api/UsageEventsPage.tsx'), name: 'UsageEventsPage' }),
});

const installation = createRoute({
  getParentRoute: () => shellRoute,
  path: '/installation',
  beforeLoad: requires('installation'),
  loader: () => loadTexts('installation'),
  component: lazyScreen('installation', { load: () => import('../pages/api/InstallationPage.tsx'), name: 'InstallationPage' }),
});

export const apiRoutes = [management, ofCompany, activeUsers, usageEvents, installation] as const;
