import type { QueryClient } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import type { CurrentUser } from '@headwater/contract/accounts';
import { mayAccess } from '@headwater/domain/access';
import { inboxParams, sentParams } from '#features/outreach/model/params.ts';
import { suppressionParams } from '#features/suppressions/model/params.ts';
import { templateParams } from '#features/templates/model/params.ts';
import { asActor } from '#lib/actor.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

interface SignedIn {
  context: { queryClient: QueryClient; user: CurrentUser };
}

const loadCompanySettings = () => import('#features/suppressions/api/suppressions.ts');
const loadServices = () => import('#features/outreach/api/mail-services.ts');
const loadMailbox = () => import('#features/outreach/api/mailbox.ts');

const sent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/sent',
  beforeLoad: requires('messaging'),
  validateSearch: sentParams.validate,
  loader: () => loadTexts('outreach'),
  component: lazyScreen('sent', { load: () => import('../pages/messaging/SentPage.tsx'), name: 'SentPage' }),
});

const scheduled = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/scheduled',
  beforeLoad: requires('messaging'),
  validateSearch: sentParams.validate,
  loader: () => loadTexts('outreach'),
  component: lazyScreen('scheduled', { load: () => import('../pages/messaging/SentPage.tsx'), name: 'ScheduledPage' }),
});

const inbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/inbox',
  beforeLoad: requires('messaging'),
  validateSearch: inboxParams.validate,
  loader: () => loadTexts('outreach'),
  component: lazyScreen('inbox', { load: () => import('../pages/messaging/InboxPage.tsx'), name: 'InboxPage' }),
});

const settingsScreen = {
  beforeLoad: requires('messaging_settings'),
  // Load all forms first: a form that grows would move the other one under the pointer.
  loader: async ({ context: { queryClient, user } }: SignedIn) => {
    const [{ mailboxQuery, settingsQuery }, { servicesQuery }] = await Promise.all([loadMailbox(), loadServices(), loadTexts('outreach')]);
    const manages = mayAccess('messaging_admin', asActor(user));
    const company = manages && (await Promise.all([loadCompanySettings(), loadTexts('suppressions')]))[0];
    await Promise.all([
      ...(company ? [queryClient.prefetchQuery(company.companySettingsQuery)] : []),
      queryClient.prefetchQuery(settingsQuery),
      ...(mayAccess('messaging', asActor(user)) ? [queryClient.prefetchQuery(mailboxQuery), queryClient.prefetchQuery(servicesQuery)] : []),
    ]);
  },
  component: lazyScreen('messaging-settings', {
    load: () => import('../pages/messaging/MessagingSettingsPage.tsx'),
    name: 'MessagingSettingsPage',
  }),
};

const settings = createRoute({ getParentRoute: () => shellRoute, path: '/messaging/settings', ...settingsScreen });

const settingsPart = createRoute({ getParentRoute: () => shellRoute, path: '/messaging/settings/$part', ...settingsScreen });

const templates = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/templates',
  beforeLoad: requires('messaging'),
  validateSearch: templateParams.validate,
  loader: () => Promise.all((['templates', 'editor'] as const).map(loadTexts)),
  component: lazyScreen('templates', { load: () => import('../pages/messaging/TemplatesPage.tsx'), name: 'TemplatesPage' }),
});

const suppressions = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/suppressions',
  beforeLoad: requires('messaging_admin'),
  validateSearch: suppressionParams.validate,
  loader: () => Promise.all((['suppressions', 'outreach'] as const).map(loadTexts)),
  component: lazyScreen('suppressions', { load: () => import('../pages/messaging/SuppressionsPage.tsx'), name: 'SuppressionsPage' }),
});

export const messagingRoutes = [inbox, scheduled, sent, settings, settingsPart, suppressions, templates] as const;
