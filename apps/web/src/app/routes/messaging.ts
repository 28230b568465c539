import { createRoute } from '@tanstack/react-router';
import { one } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';

const sent = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/sent',
  beforeLoad: requires('messaging'),
  validateSearch: (search: Record<string, unknown>): { status?: string; search?: string; page?: string; message?: string } =>
    Object.fromEntries(['status', 'search', 'page', 'message'].flatMap((name) => (one(search[name]) ? [[name, one(search[name])]] : []))),
  loader: () => loadTexts('outreach'),
  component: lazyScreen('sent', { load: () => import('../pages/messaging/SentPage.tsx'), name: 'SentPage' }),
});

const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messaging/settings',
  beforeLoad: requires('messaging_settings'),
  loader: () => loadTexts('outreach'),
  component: lazyScreen('messaging-settings', {
    load: () => import('../pages/messaging/MessagingSettingsPage.tsx'),
    name: 'MessagingSettingsPage',
  }),
});

export const messagingRoutes = [sent, settings] as const;
