import { createRoute, redirect } from '@tanstack/react-router';
import { statisticsParams } from '#features/statistics/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const load = () => import('../pages/statistics/StatisticsPages.tsx');
const texts = () => Promise.all([loadTexts('statistics'), loadTexts('charts')]);

const reads = { getParentRoute: () => shellRoute, beforeLoad: requires('statistics'), loader: texts } as const;
const managed = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires('managed_companies'),
  loader: () => Promise.all([texts(), loadTexts('companies')]),
} as const;

/** STC-019 */
const toSearch = (to: string) => () => {
  throw redirect({ to, replace: true });
};

const own = createRoute({ ...reads, path: '/statistics', loader: toSearch('/statistics/search') });
const ownSection = createRoute({
  ...reads,
  path: '/statistics/$section',
  validateSearch: statisticsParams.validate,
  component: lazyScreen('statistics', { load, name: 'OwnStatisticsPage' }),
});
const ownSettings = createRoute({
  ...reads,
  path: '/statistics/$section/settings',
  component: lazyScreen('statistics', { load, name: 'OwnSettingsPage' }),
});
const company = createRoute({ ...reads, path: '/company/statistics', loader: toSearch('/company/statistics/search') });
const companySection = createRoute({
  ...reads,
  path: '/company/statistics/$section',
  validateSearch: statisticsParams.validate,
  component: lazyScreen('statistics', { load, name: 'CompanyStatisticsPage' }),
});
const companySettings = createRoute({
  ...reads,
  path: '/company/statistics/$section/settings',
  beforeLoad: requires('admin'),
  component: lazyScreen('statistics', { load, name: 'CompanySettingsPage' }),
});
const ofCompany = createRoute({
  ...managed,
  path: '/companies/$companyId/statistics',
  loader: ({ params }) => toSearch(`/companies/${params.companyId}/statistics/search`)(),
});
const ofCompanySection = createRoute({
  ...managed,
  path: '/companies/$companyId/statistics/$section',
  validateSearch: statisticsParams.validate,
  component: lazyScreen('statistics', { load, name: 'ManagedStatisticsPage' }),
});
const ofCompanySettings = createRoute({
  ...managed,
  path: '/companies/$companyId/statistics/$section/settings',
  component: lazyScreen('statistics', { load, name: 'ManagedSettingsPage' }),
});

export const statisticsRoutes = [
  own,
  ownSection,
  ownSettings,
  company,
  companySection,
  companySettings,
  ofCompany,
  ofCompanySection,
  ofCompanySettings,
] as const;
