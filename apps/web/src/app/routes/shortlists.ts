import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';

/** PPL-003. For visitors. */
const openedShortlist = createRoute({
  getParentRoute: () => rootRoute,
  path: '/r/$hash',
  loader: async ({ cause, context: { queryClient }, params: { hash } }) => {
    const { openedShortlistQuery } = await import('#features/shortlists/api/shortlists.ts');
    // A hovered link does not count as opened.
    const found = cause !== 'preload' && queryClient.prefetchQuery(openedShortlistQuery(hash));
    await Promise.all([loadTexts('profiles'), loadTexts('shortlists'), found]);
  },
  component: lazyScreen('opened-shortlist', {
    load: () => import('../pages/shortlists/OpenedShortlistPage.tsx'),
    name: 'OpenedShortlistPage',
  }),
});

export const shortlistRoutes = [openedShortlist] as const;
