import { type ConsentVendor, consentVendors } from '@headwater/domain/ats/vendors';
import { createRoute, redirect } from '@tanstack/react-router';
import { loadCalls } from '#lib/api.ts';
import { loadTexts } from '#lib/i18n.ts';
import { licensed, requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';
import { consentParams } from './mail-services.ts';

/** ATS-001 */
const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps',
  beforeLoad: (options) => {
    requires('integrations')(options);
    if (options.context.user.apps.length === 0) throw redirect({ to: '/' });
  },
  loader: () => Promise.all([loadTexts('ats'), loadTexts('ats-imports')]),
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

/** ATS-007 */
const subdomainError = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workable/workable-subdomain-error',
  loader: () => loadTexts('ats'),
  component: lazyScreen('subdomain-error', { load: () => import('../pages/apps/SubdomainErrorPage.tsx'), name: 'SubdomainErrorPage' }),
});

const loadExtensionPages = () => import('../pages/ExtensionPages.tsx');

/** EXT-001 */
const extension = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extension',
  loader: () => loadTexts('extension'),
  component: lazyScreen('extension', { load: loadExtensionPages, name: 'ExtensionPage' }),
});

/** EXT-002 */
const extensionApps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps_extension',
  beforeLoad: licensed,
  loader: () => Promise.all([loadTexts('extension'), loadTexts('ats'), loadCalls('rest')]),
  component: lazyScreen('extension-apps', { load: loadExtensionPages, name: 'ExtensionAppsPage' }),
});

const loadAccepting = () => import('#features/ats/api/accept-consent.ts');

/** ATS-008, ATS-009. A code works once, so the route never reloads. */
const setOf = (vendor: ConsentVendor) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/${vendor}/set`,
    beforeLoad: async (context) => {
      const known = await licensed(context);
      requires('integrations')({ context: known });
      return known;
    },
    validateSearch: consentParams.validate,
    staleTime: Number.POSITIVE_INFINITY,
    loaderDeps: ({ search }) => search,
    loader: async ({ context: { queryClient }, deps }) => {
      const [{ connectApp, isSubdomainRefused }] = await Promise.all([loadAccepting(), loadTexts('ats'), loadCalls('rest')]);
      const outcome = await connectApp(vendor, deps, queryClient);
      if (isSubdomainRefused(outcome)) throw redirect({ to: '/workable/workable-subdomain-error', replace: true });
      return outcome;
    },
    component: lazyScreen('app-set', { load: () => import('../pages/apps/AppSetPage.tsx'), name: 'AppSetPage' }),
  });

export const bareAppRoutes = [extensionApps, ...consentVendors.map(setOf)] as const;

export const appRoutes = [list, connect, subdomainError, extension] as const;
