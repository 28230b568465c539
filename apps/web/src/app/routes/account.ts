import { loadCalls } from '#lib/api.ts';
import { loadTexts } from '#lib/i18n.ts';
import { createRoute } from '@tanstack/react-router';
import { screenParams, textParam } from '#lib/screen-params.ts';
import { findUser, requiresFactorSetup, requires, signedIn } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import type { RouterContext } from '../router-context.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';

const notices = () => import('../pages/license/LicensePages.tsx');
const root = () => rootRoute;
const shell = () => shellRoute;

const passwordPages = () => import('../pages/login/PasswordPages.tsx');
const accountTexts = () => loadTexts('accounts');

/** SHELL-019: does not ask for the user. */
const recover = createRoute({
  getParentRoute: root,
  path: '/users/recover',
  validateSearch: screenParams({ email: textParam }).validate,
  loader: accountTexts,
  component: lazyScreen('recover', { load: passwordPages, name: 'RecoverPage' }),
});
const reset = createRoute({
  getParentRoute: root,
  path: '/users/reset/$token',
  loader: accountTexts,
  component: lazyScreen('reset', { load: passwordPages, name: 'ResetPage' }),
});
const address = createRoute({
  getParentRoute: root,
  path: '/users/email/$token',
  beforeLoad: signedIn,
  loader: () => Promise.all([accountTexts(), loadCalls('rest')]),
  component: lazyScreen('address', { load: passwordPages, name: 'AddressPage' }),
});

const addressBack = createRoute({
  getParentRoute: root,
  path: '/users/address-back/$token',
  loader: () => Promise.all([accountTexts(), loadCalls('rest')]),
  component: lazyScreen('address-back', { load: passwordPages, name: 'AddressBackPage' }),
});

const setup = createRoute({
  getParentRoute: root,
  path: '/setup',
  loader: accountTexts,
  component: lazyScreen('setup', { load: () => import('../pages/login/SetupPage.tsx'), name: 'SetupPage' }),
});

/** SHELL-020, SHELL-021: loads the user for the language; visitors see the page too. */
const loadUser = ({ context }: { context: RouterContext }) => findUser(context).then(() => undefined);

const registrationPages = () => import('../pages/login/RegistrationPages.tsx');
const registration = createRoute({
  getParentRoute: root,
  path: '/users/registration',
  loader: accountTexts,
  component: lazyScreen('registration', { load: registrationPages, name: 'RegistrationPage' }),
});
const waiting = {
  getParentRoute: root,
  validateSearch: screenParams({ email: textParam }).validate,
  loader: ({ context }: { context: RouterContext }) => Promise.all([accountTexts(), loadUser({ context })]),
};
const needActivation = createRoute({
  ...waiting,
  path: '/users/need-activation',
  component: lazyScreen('need-activation', { load: registrationPages, name: 'NeedActivationPage' }),
});
const needVerification = createRoute({
  ...waiting,
  path: '/users/need-verification',
  component: lazyScreen('need-verification', { load: registrationPages, name: 'NeedVerificationPage' }),
});
const activate = createRoute({
  getParentRoute: root,
  path: '/users/activate/$token',
  loader: waiting.loader,
  component: lazyScreen('activate', { load: registrationPages, name: 'ActivatePage' }),
});

/** SHELL-013 to SHELL-015: pages without a side menu for signed-in users who may not continue. */
const licenseTexts = ({ context }: { context: RouterContext }) => Promise.all([loadTexts('license'), loadUser({ context })]);
const licenseExpired = createRoute({
  getParentRoute: root,
  path: '/license-expired',
  loader: licenseTexts,
  component: lazyScreen('license', { load: notices, name: 'LicenseExpiredPage' }),
});
const licenseNotStarted = createRoute({
  getParentRoute: root,
  path: '/license-not-started',
  loader: licenseTexts,
  component: lazyScreen('license', { load: notices, name: 'LicenseNotStartedPage' }),
});
const limitExceeded = createRoute({
  getParentRoute: root,
  path: '/limit-exceeded',
  loader: () => loadTexts('license'),
  component: lazyScreen('license', { load: notices, name: 'LimitExceededPage' }),
});

const twoStep = createRoute({
  getParentRoute: root,
  path: '/two-step',
  validateSearch: screenParams({ next: textParam }).validate,
  beforeLoad: requiresFactorSetup,
  loader: () => Promise.all([loadTexts('security'), loadCalls('rest')]),
  component: lazyScreen('two-step', { load: () => import('../pages/login/TwoStepPage.tsx'), name: 'TwoStepPage' }),
});

const logout = createRoute({
  getParentRoute: root,
  path: '/logout',
  component: lazyScreen('logout', { load: () => import('../pages/LogoutPage.tsx'), name: 'LogoutPage' }),
});

/** ACC-003 to ACC-006, SHELL-019. */
const socialSignIn = createRoute({
  getParentRoute: root,
  path: '/oauth/$step/$backend',
  loader: () => loadTexts('social-sign-in'),
  component: lazyScreen('social-sign-in', { load: () => import('../pages/login/SocialPages.tsx'), name: 'SocialPage' }),
});

const unknown = createRoute({
  getParentRoute: root,
  path: '$',
  loader: async ({ context }) => ({ signedIn: (await findUser(context)) !== undefined }),
  component: lazyScreen('not-found', { load: () => import('../pages/UnknownPage.tsx'), name: 'UnknownPage' }),
});

const menu = createRoute({
  getParentRoute: shell,
  path: '/menu',
  component: lazyScreen('menu', { load: () => import('../pages/MenuPage.tsx'), name: 'MenuPage' }),
});
const welcome = createRoute({
  getParentRoute: shell,
  path: '/welcome',
  beforeLoad: requires('company'),
  loader: () => Promise.all([loadTexts('welcome'), loadTexts('invitations')]),
  component: lazyScreen('welcome', { load: () => import('../pages/WelcomePage.tsx'), name: 'WelcomePage' }),
});
const settings = createRoute({
  getParentRoute: shell,
  path: '/settings',
  validateSearch: screenParams({ connected: textParam, service: textParam, problem: textParam }).validate,
  loader: async ({ context: { queryClient, user } }) => {
    const words = (['accounts', 'security', 'privacy', 'installation', 'social-sign-in'] as const).map((area) => loadTexts(area));
    // The number of sessions determines the height; a later render would shift the rest.
    const { securityQuery } = await import('#features/security/api/security.ts');
    await Promise.all([...words, user.impersonated_by === null && queryClient.prefetchQuery(securityQuery)]);
  },
  component: lazyScreen('settings', { load: () => import('../pages/SettingsPage.tsx'), name: 'SettingsPage' }),
});

export const publicRoutes = [
  registration,
  needActivation,
  needVerification,
  activate,
  recover,
  reset,
  address,
  addressBack,
  setup,
  licenseExpired,
  licenseNotStarted,
  limitExceeded,
  twoStep,
  logout,
  socialSignIn,
  unknown,
] as const;
export const accountRoutes = [menu, welcome, settings] as const;
