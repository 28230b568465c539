import { createRoute } from '@tanstack/react-router';
import { ssoProblems } from '@headwater/domain/companies/sso';
import { loadTexts } from '#lib/i18n.ts';
import { oneOf, screenParams, textParam } from '#lib/screen-params.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';

const own = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires('sso'),
  loader: () => Promise.all([loadTexts('companies'), loadTexts('sso')]),
  validateSearch: screenParams({ company: textParam }).validate,
} as const;
const load = () => import('../pages/companies/SsoPages.tsx');

const info = createRoute({ ...own, path: '/company/sso-info', component: lazyScreen('sso', { load, name: 'SsoPage' }) });
const add = createRoute({ ...own, path: '/company/sso-info/add', component: lazyScreen('sso-form', { load, name: 'AddSsoPage' }) });
const update = createRoute({
  ...own,
  path: '/company/sso-info/update',
  component: lazyScreen('sso-form', { load, name: 'UpdateSsoPage' }),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/sso',
  validateSearch: screenParams({ next: textParam, email: textParam, problem: oneOf(ssoProblems) }).validate,
  loader: () => loadTexts('sso'),
  component: lazyScreen('login-sso', { load: () => import('../pages/login/SsoLoginPage.tsx'), name: 'SsoLoginPage' }),
});

const confirm = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/sso/confirm',
  validateSearch: screenParams({ token: textParam }).validate,
  loader: () => loadTexts('sso'),
  component: lazyScreen('login-sso-confirm', { load: () => import('../pages/login/SsoConfirmPage.tsx'), name: 'SsoConfirmPage' }),
});

export const ssoRoutes = [info, add, update] as const;
export const ssoSignInRoutes = [signIn, confirm] as const;
