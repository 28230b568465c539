import { createRoute } from '@tanstack/react-router';
import { companyParams, transactionParams } from '#features/companies/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const shell = () => shellRoute;
const texts = () => Promise.all([loadTexts('companies'), loadTexts('invitations')]);
const load = () => import('../pages/companies/CompanyPages.tsx');
const loadForms = () => import('../pages/companies/CompanyFormPages.tsx');
const loadOwn = () => import('../pages/companies/OwnCompanyPages.tsx');

const managed = { getParentRoute: shell, beforeLoad: requires('managed_companies'), loader: texts } as const;
const own = { getParentRoute: shell, beforeLoad: requires('company'), loader: texts } as const;
const staff = { getParentRoute: shell, beforeLoad: requires('staff'), loader: texts } as const;

const list = createRoute({
  ...managed,
  path: '/companies',
  validateSearch: companyParams.validate,
  component: lazyScreen('companies', { load: () => import('../pages/companies/CompaniesPage.tsx'), name: 'CompaniesPage' }),
});
const create = createRoute({
  ...staff,
  path: '/companies/new',
  component: lazyScreen('company-form', { load: loadForms, name: 'NewCompanyPage' }),
});
const company = createRoute({
  ...managed,
  loader: () => Promise.all([texts(), loadTexts('impersonation')]),
  path: '/companies/$companyId',
  component: lazyScreen('company', { load, name: 'CompanyPage' }),
});
const update = createRoute({
  ...managed,
  path: '/companies/$companyId/update',
  component: lazyScreen('company-form', { load: loadForms, name: 'UpdateCompanyPage' }),
});
const credits = createRoute({
  ...managed,
  path: '/companies/$companyId/credit-transactions',
  validateSearch: transactionParams.validate,
  component: lazyScreen('company', { load, name: 'CompanyCreditsPage' }),
});
const custom = createRoute({
  ...managed,
  loader: () => Promise.all([texts(), loadTexts('employees')]),
  path: '/companies/$companyId/custom-settings',
  component: lazyScreen('company', { load, name: 'CustomSettingsPage' }),
});

const hiringManagers = createRoute({
  ...managed,
  path: '/companies/$companyId/hiring-managers/settings',
  component: lazyScreen('company', { load, name: 'CompanyHiringManagersPage' }),
});

const loadRoles = () => import('../pages/companies/RolesPages.tsx');
const roleTexts = () => Promise.all([loadTexts('companies'), loadTexts('roles')]);
const roles = createRoute({
  ...managed,
  path: '/companies/$companyId/roles',
  loader: roleTexts,
  component: lazyScreen('roles', { load: loadRoles, name: 'CompanyRolesPage' }),
});
const ownRoles = createRoute({
  ...own,
  path: '/company/roles',
  loader: roleTexts,
  component: lazyScreen('roles', { load: loadRoles, name: 'OwnRolesPage' }),
});

const ownCompany = createRoute({
  ...own,
  path: '/company',
  component: lazyScreen('own-company', { load: loadOwn, name: 'OwnCompanyPage' }),
});
const updateOwn = createRoute({
  ...own,
  path: '/company/update',
  component: lazyScreen('own-company', { load: loadOwn, name: 'UpdateOwnCompanyPage' }),
});
const ownHiringManagers = createRoute({
  ...own,
  path: '/company/hiring-managers/settings',
  component: lazyScreen('own-company', { load: loadOwn, name: 'OwnHiringManagersPage' }),
});
const ownCredits = createRoute({
  ...own,
  path: '/company/credit-transactions',
  validateSearch: transactionParams.validate,
  component: lazyScreen('own-company', { load: loadOwn, name: 'OwnCreditsPage' }),
});

export const companyRoutes = [
  list,
  create,
  company,
  update,
  credits,
  custom,
  hiringManagers,
  roles,
  ownRoles,
  ownCompany,
  updateOwn,
  ownHiringManagers,
  ownCredits,
] as const;
