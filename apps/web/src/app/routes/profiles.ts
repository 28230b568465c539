import { createRoute, redirect } from '@tanstack/react-router';
import { bannedLinkParams } from '#features/banned-links/model/params.ts';
import { editParams } from '#features/profile-editor/model/params.ts';
import { duplicateParams } from '#features/duplicates/model/params.ts';
import { reportParams } from '#features/profile-reports/model/params.ts';
import { historyParams } from '#features/profiles/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { idParam, screenParams, textParam } from '#lib/screen-params.ts';
import { findUser, requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import type { RouterContext } from '../router-context.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId',
  beforeLoad: requires('profiles'),
  loader: async ({ cause, context: { queryClient, user }, params: { profileId } }) => {
    const words = (['profiles', 'outreach', 'vacancies'] as const).map(loadTexts);
    const { loadProfile } = await import('../pages/profiles/load-profile.ts');
    const id = idParam.read(profileId);
    await Promise.all([...words, id !== undefined && cause !== 'preload' && loadProfile(queryClient, id, user)]);
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

const variant = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/$profileId/rt/$companyId',
  beforeLoad: requires('possible_match'),
  loader: () => loadTexts('profiles'),
  component: lazyScreen('profile-variant', { load: () => import('../pages/profiles/VariantPage.tsx'), name: 'VariantPage' }),
});

/** PROF-008, PROF-009. */
const proxy = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/proxy',
  beforeLoad: requires('search'),
  validateSearch: screenParams({ url: textParam }).validate,
  loaderDeps: ({ search }) => ({ url: (search as { url?: string }).url ?? '' }),
  loader: async ({ context: { queryClient }, deps: { url } }) => {
    await loadTexts('profiles');
    const { byLinkQuery } = await import('#features/profiles/api/lookups.ts');
    const found = url === '' ? undefined : await queryClient.fetchQuery(byLinkQuery(url)).catch(() => undefined);
    if (found) throw redirect({ to: '/profiles/$profileId', params: { profileId: String(found.id) }, replace: true });
  },
  component: lazyScreen('profile-proxy', { load: () => import('../pages/profiles/ProxyPage.tsx'), name: 'ProxyPage' }),
});

const reports = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/reports',
  beforeLoad: requires('staff'),
  validateSearch: reportParams.validate,
  loader: () => loadTexts('profile-reports'),
  component: lazyScreen('profile-reports', { load: () => import('../pages/profiles/ProfileReportsPage.tsx'), name: 'ProfileReportsPage' }),
});

const bannedLinks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/ban',
  beforeLoad: requires('staff'),
  validateSearch: bannedLinkParams.validate,
  loader: () => loadTexts('banned-links'),
  component: lazyScreen('banned-links', { load: () => import('../pages/profiles/BannedLinksPage.tsx'), name: 'BannedLinksPage' }),
});

const duplicates = createRoute({
  getParentRoute: () => shellRoute,
  path: '/duplicates',
  beforeLoad: requires('search'),
  validateSearch: duplicateParams.validate,
  loader: () => loadTexts('duplicates'),
  component: lazyScreen('duplicates', { load: () => import('../pages/profiles/DuplicatesPage.tsx'), name: 'DuplicatesPage' }),
});

const sharedScreen = {
  getParentRoute: () => rootRoute,
  loader: async ({
    cause,
    context,
    params: { pk, hash },
  }: {
    cause: string;
    context: RouterContext;
    params: { pk: string; hash: string };
  }) => {
    const { sharedProfileQuery } = await import('#features/profiles/api/links.ts');
    // A hovered link does not count as opened.
    const found = cause !== 'preload' && context.queryClient.prefetchQuery(sharedProfileQuery(Number(pk), hash));
    await Promise.all([loadTexts('profiles'), findUser(context), found]);
  },
  component: lazyScreen('shared-profile', { load: () => import('../pages/profiles/SharedProfilePage.tsx'), name: 'SharedProfilePage' }),
} as const;
const sharedProfile = createRoute({ ...sharedScreen, path: '/profiles/$pk/links/$hash' });
const sharedProfileShort = createRoute({ ...sharedScreen, path: '/l/$pk/$hash' });

const create = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/create',
  beforeLoad: requires('search'),
  loader: () => loadTexts('profile-editor'),
  component: lazyScreen('profile-create', { load: () => import('../pages/profiles/CreateProfilePage.tsx'), name: 'CreateProfilePage' }),
});

const importFiles = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profiles/import',
  beforeLoad: requires('search'),
  loader: () => Promise.all([loadTexts('profile-import'), loadTexts('vacancies')]),
  component: lazyScreen('profile-import', { load: () => import('../pages/profiles/ImportPage.tsx'), name: 'ImportPage' }),
});

const editor = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires('search'),
  validateSearch: editParams.validate,
  loader: () => Promise.all((['profile-editor', 'profiles'] as const).map(loadTexts)),
  component: lazyScreen('profile-edit', { load: () => import('../pages/profiles/EditProfilePage.tsx'), name: 'EditProfilePage' }),
} as const;
const edit = createRoute({ ...editor, path: '/profiles/$profileId/edit' });
/** PEDT-004. */
const editing = createRoute({ ...editor, path: '/profiles/$profileId/editing' });

export const profileRoutes = [
  profile,
  history,
  variant,
  proxy,
  reports,
  bannedLinks,
  duplicates,
  create,
  importFiles,
  edit,
  editing,
] as const;
export const bareProfileRoutes = [sharedProfile, sharedProfileShort] as const;
