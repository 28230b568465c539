import { createRoute } from '@tanstack/react-router';
import { historyParams } from '#features/profiles/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId',
  beforeLoad: requires('profiles'),
  loader: async ({ cause, context: { queryClient, user }, params: { profileId } }) => {
    const words = (['profiles', 'outreach', 'vacancies'] as const).map(loadTexts);
    const { loadProfile } = await import('../pages/profiles/load-profile.ts');
    const isKnown = /^[1-9]\d{0,14}$/.test(profileId);
    await Promise.all([...words, isKnown && cause !== 'preload' && loadProfile(queryClient, Number(profileId), user)]);
  },
  component: lazyScreen('profile', { load: () => import('../pages/profiles/ProfilePage.tsx'), name: 'ProfilePage' }),
});

const history = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId/history',
  beforeLoad: requires('search'),
  validateSearch: historyParams.validate,
  loader: () => loadTexts('profiles'),
  component: lazyScreen('profile-history', { load: () => import('../pages/profiles/HistoryPage.tsx'), name: 'HistoryPage' }),
});

export const profileRoutes = [profile, history] as const;
