import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId',
  beforeLoad: requires('profiles'),
  loader: () => Promise.all([loadTexts('profiles'), loadTexts('outreach'), loadTexts('vacancies')]),
  component: lazyScreen('profile', { load: () => import('../pages/profiles/ProfilePage.tsx'), name: 'ProfilePage' }),
});

const history = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId/history',
  beforeLoad: requires('search'),
  loader: () => loadTexts('profiles'),
  component: lazyScreen('profile-history', { load: () => import('../pages/profiles/HistoryPage.tsx'), name: 'HistoryPage' }),
});

export const profileRoutes = [profile, history] as const;
