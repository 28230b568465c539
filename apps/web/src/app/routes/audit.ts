import { createRoute } from '@tanstack/react-router';
import { auditParams } from '#features/audit/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const load = () => import('../pages/audit/AuditPages.tsx');
const texts = () => Promise.all([loadTexts('companies'), loadTexts('audit')]);

const own = createRoute({
  getParentRoute: () => shellRoute,
  path: '/company/events',
  beforeLoad: requires('own_audit'),
  validateSearch: auditParams.validate,
  loader: texts,
  component: lazyScreen('own-audit', { load, name: 'OwnAuditPage' }),
});

const ofCompany = createRoute({
  getParentRoute: () => shellRoute,
  path: '/companies/$companyId/events',
  beforeLoad: requires('managed_companies'),
  validateSearch: auditParams.validate,
  loader: texts,
  component: lazyScreen('company-audit', { load, name: 'CompanyAuditPage' }),
});

const ofAll = createRoute({
  getParentRoute: () => shellRoute,
  path: '/events',
  beforeLoad: requires('staff'),
  validateSearch: auditParams.validate,
  loader: () => loadTexts('audit'),
  component: lazyScreen('all-audit', { load, name: 'AllAuditPage' }),
});

export const auditScreens = [own, ofCompany, ofAll] as const;
