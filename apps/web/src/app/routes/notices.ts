import { createRoute } from '@tanstack/react-router';
import { noticeParams } from '#features/notices/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notices',
  validateSearch: noticeParams.validate,
  loader: () => loadTexts('notices'),
  component: lazyScreen('notices', { load: () => import('../pages/notices/NoticesPage.tsx'), name: 'NoticesPage' }),
});

export const noticeRoutes = [list] as const;
