import { createRoute } from '@tanstack/react-router';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { one } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires, type RouterContext, signedIn } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { rootRoute } from '../root-route.ts';

interface Returned {
  code?: string;
  state?: string;
  error?: string;
}

const loadMailbox = () => import('#features/outreach/api/mailbox.ts');

interface Accepting {
  vendor: 'gmail' | 'outlook';
  returned: Returned;
  queryClient: RouterContext['queryClient'];
}

export type Outcome = { connected: true } | { connected: false; why: 'denied' | 'incomplete' | ApiError };

async function accept({ vendor, returned, queryClient }: Accepting): Promise<Outcome> {
  const [{ mailboxQuery }] = await Promise.all([loadMailbox(), loadTexts('outreach')]);
  const { code, state } = returned;
  if (returned.error !== undefined) return { connected: false, why: 'denied' };
  if (code === undefined || state === undefined) return { connected: false, why: 'incomplete' };
  try {
    await api.mailServices.accept({ vendor, access_token: code, state });
  } catch (error) {
    if (error instanceof ApiError) return { connected: false, why: error };
    throw error;
  }
  await queryClient.invalidateQueries({ queryKey: mailboxQuery.queryKey });
  return { connected: true };
}

/** ATS-008, SHELL-018: where consent pages lead back to, without a side menu. A code is good once, so that nothing is kept or loaded ahead. */
const setOf = <Vendor extends 'gmail' | 'outlook'>(vendor: Vendor) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `/${vendor}/set`,
    beforeLoad: async (asked) => {
      const known = await signedIn(asked);
      requires('messaging')({ context: known });
      return known;
    },
    validateSearch: (search: Record<string, unknown>): Returned =>
      Object.fromEntries(['code', 'state', 'error'].flatMap((name) => (one(search[name]) ? [[name, one(search[name])]] : []))),
    staleTime: Number.POSITIVE_INFINITY,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps }) => accept({ vendor, returned: deps, queryClient }),
    component: lazyScreen('service-set', {
      load: () => import('../pages/messaging/ServiceSetPage.tsx'),
      name: 'ServiceSetPage',
    }),
  });

export const mailServiceRoutes = [setOf('gmail'), setOf('outlook')] as const;
