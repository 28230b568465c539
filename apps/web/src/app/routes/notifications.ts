import { createRoute } from '@tanstack/react-router';
import { extensionParams, systemParams } from '#features/notifications/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const loadLists = () => import('../pages/notifications/NotificationLists.tsx');
const loadForms = () => import('../pages/notifications/NotificationForms.tsx');

const staff = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires('staff'),
  loader: () => loadTexts('notifications'),
} as const;

const extensionList = createRoute({
  ...staff,
  path: '/notifications',
  validateSearch: extensionParams.validate,
  component: lazyScreen('notification-lists', { load: loadLists, name: 'ExtensionNotificationsPage' }),
});
const extensionAdd = createRoute({
  ...staff,
  path: '/notifications/add',
  component: lazyScreen('notification-forms', { load: loadForms, name: 'NewExtensionNotificationPage' }),
});
const extensionEdit = createRoute({
  ...staff,
  path: '/notifications/edit/$id',
  component: lazyScreen('notification-forms', { load: loadForms, name: 'EditExtensionNotificationPage' }),
});
const systemList = createRoute({
  ...staff,
  path: '/notifications/system',
  validateSearch: systemParams.validate,
  component: lazyScreen('notification-lists', { load: loadLists, name: 'SystemNotificationsPage' }),
});
const systemAdd = createRoute({
  ...staff,
  path: '/notifications/system/add',
  component: lazyScreen('notification-forms', { load: loadForms, name: 'NewSystemNotificationPage' }),
});
const systemEdit = createRoute({
  ...staff,
  path: '/notifications/system/edit/$id',
  component: lazyScreen('notification-forms', { load: loadForms, name: 'EditSystemNotificationPage' }),
});

export const notificationRoutes = [extensionList, extensionAdd, extensionEdit, systemList, systemAdd, systemEdit] as const;
