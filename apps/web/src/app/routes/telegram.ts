import { createRoute } from '@tanstack/react-router';
import { dialogParams, simParams } from '#features/telegram/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

/** TG-001. */
const dialogs = createRoute({
  getParentRoute: () => shellRoute,
  path: '/telegram-messenger/messages',
  beforeLoad: requires('telegram'),
  validateSearch: dialogParams.validate,
  loader: () => loadTexts('telegram'),
  component: lazyScreen('telegram-dialogs', { load: () => import('../pages/telegram/DialogsPage.tsx'), name: 'DialogsPage' }),
});

/** TG-015. */
const sims = createRoute({
  getParentRoute: () => shellRoute,
  path: '/telegram-messenger/manager',
  beforeLoad: requires('telegram'),
  validateSearch: simParams.validate,
  loader: () => loadTexts('telegram'),
  component: lazyScreen('telegram-sims', { load: () => import('../pages/telegram/SimCardsPage.tsx'), name: 'SimCardsPage' }),
});

export const telegramRoutes = [dialogs, sims] as const;
