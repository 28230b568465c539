import { createRoute } from '@tanstack/react-router';
import { smartListParams } from '#features/saved-queries/model/params.ts';
import { searchParams } from '#features/search/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const shell = () => shellRoute;

/** SMF-002. */
const list = createRoute({
  getParentRoute: shell,
  path: '/smart-folders',
  beforeLoad: requires('search'),
  validateSearch: smartListParams.validate,
  loader: () => Promise.all([loadTexts('saved-queries'), loadTexts('search')]),
  component: lazyScreen('smart-folders', { load: () => import('../pages/smart/SmartFoldersPage.tsx'), name: 'SmartFoldersPage' }),
});

const folder = createRoute({
  getParentRoute: shell,
  path: '/smart-folders/$folderId',
  beforeLoad: requires('search'),
  validateSearch: searchParams.validate,
  loader: () => Promise.all((['saved-queries', 'search', 'profiles', 'vacancies', 'outreach'] as const).map(loadTexts)),
  component: lazyScreen('smart-folder', { load: () => import('../pages/smart/SmartFolderPage.tsx'), name: 'SmartFolderPage' }),
});

export const smartFolderRoutes = [list, folder] as const;
