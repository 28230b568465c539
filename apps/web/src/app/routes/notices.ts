import { createRoute, redirect } from '@tanstack/react-router';
import { noticeParams } from '#features/notices/model/params.ts';
import { noticePlace } from '@headwater/domain/notices';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { loadTexts } from '#lib/i18n.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notices',
  validateSearch: noticeParams.validate,
  loader: () => loadTexts('notices'),
  component: lazyScreen('notices', { load: () => import('../pages/notices/NoticesPage.tsx'), name: 'NoticesPage' }),
});

/** Marks the notice as read and opens its subject, or the list if the subject is gone. */
const pressed = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notices/$noticeId',
  loader: async ({ context, params }) => {
    const notice = await api.notices.markRead({ id: Number(params.noticeId), is_read: true }).catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
      throw error;
    });
    void context.queryClient.invalidateQueries({ queryKey: orpc.notices.key() });
    throw redirect({ href: (notice && noticePlace(notice)) ?? '/notices', replace: true });
  },
});

export const noticeRoutes = [list, pressed] as const;
