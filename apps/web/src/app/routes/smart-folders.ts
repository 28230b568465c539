import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';
import { searchParameters } from './search.ts';

const shell = () => shellRoute;

/** SMF-002. */
const list = createRoute({
  getParentRoute: shell,
  path: '/smart-folders',
  beforeLoad: requires('search'),
  loader: () => Promise.all([loadTexts('saved-queries'), loadTexts('search')]),
  component: lazyScreen('smart-folders', { load: () => import('../pages/smart/SmartFoldersPage.tsx'), name: 'SmartFoldersPage' }),
});

const folder = createRoute({
  getParentRoute: shell,
  path: '/smart-folders/$folderId',
  beforeLoad: requires('search'),
  validateSearch: searchParameters,
  loader: () => Promise.all((['saved-queries', 'search', 'profiles', 'vacancies', 'outreach'] as const).map(loadTexts)),
  component: lazyScreen('smart-folder', { load: () => import('../pages/smart/SmartFolderPage.tsx'), name: 'SmartFolderPage' }),
});

export const smartFolderRoutes = [list, folder] as const;
