import { type GrantedProvider, grantedProviders } from '@headwater/domain/mail/granted-providers';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { screenParams, textParam } from '#lib/screen-params.ts';
import { requires, licensed } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';

/** Parameters of a page that services redirect to. */
export const consentParams = screenParams({ code: textParam, state: textParam, error: textParam });
const loadAccepting = () => import('#features/outreach/api/accept-consent.ts');

/** ATS-008, SHELL-018. A code works once, so the route never reloads. */
const setOf = <Vendor extends GrantedProvider>(vendor: Vendor) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/${vendor}/set`,
    beforeLoad: async (context) => {
      const known = await licensed(context);
      requires('messaging')({ context: known });
      return known;
    },
    validateSearch: consentParams.validate,
    staleTime: Number.POSITIVE_INFINITY,
    loaderDeps: ({ search }) => search,
    loader: async ({ context: { queryClient }, deps }) => {
      const [{ connectMailbox }] = await Promise.all([loadAccepting(), loadTexts('outreach')]);
      return connectMailbox(vendor, deps, queryClient);
    },
    component: lazyScreen('service-set', { load: () => import('../pages/messaging/ServiceSetPage.tsx'), name: 'ServiceSetPage' }),
  });

export const mailServiceRoutes = grantedProviders.map(setOf);
