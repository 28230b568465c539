import { createRoute, redirect } from '@tanstack/react-router';
import type { CurrentUser } from '@headwater/contract/accounts';
import { isHiringManagerLike } from '@headwater/domain/roles';
import { newVacancyParams, vacancyListParams, vacancyParams } from '#features/vacancies/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const shell = () => shellRoute;
const texts = () => Promise.all((['vacancies', 'profiles', 'outreach', 'saved-queries', 'shortlists'] as const).map(loadTexts));

/** ROLE-040, ROLE-041: hiring managers read vacancies but do not create any. */
function requiresEditing({ context }: { context: { user: CurrentUser } }): void {
  if (isHiringManagerLike(context.user)) throw redirect({ to: '/folders' });
  requires('edit_vacancies')({ context });
}

const list = createRoute({
  getParentRoute: shell,
  path: '/folders',
  beforeLoad: requires('vacancies'),
  validateSearch: vacancyListParams.validate,
  loader: () => loadTexts('vacancies'),
  component: lazyScreen('vacancies', { load: () => import('#features/vacancies/components/list/VacancyList.tsx'), name: 'VacancyList' }),
});

const create = createRoute({
  getParentRoute: shell,
  path: '/folders/new',
  beforeLoad: requiresEditing,
  validateSearch: newVacancyParams.validate,
  loader: () => loadTexts('vacancies'),
  component: lazyScreen('vacancy-form', { load: () => import('../pages/vacancies/VacancyFormPages.tsx'), name: 'NewVacancyPage' }),
});

const statuses = createRoute({
  getParentRoute: shell,
  path: '/folders/statuses',
  beforeLoad: requires('statuses'),
  loader: () => loadTexts('vacancies'),
  component: lazyScreen('statuses', { load: () => import('#features/vacancies/components/statuses/StatusList.tsx'), name: 'StatusList' }),
});

const vacancy = createRoute({
  getParentRoute: shell,
  path: '/folders/$folderId',
  beforeLoad: requires('vacancies'),
  validateSearch: vacancyParams.validate,
  loader: texts,
  component: lazyScreen('vacancy', { load: () => import('../pages/vacancies/VacancyPage.tsx'), name: 'VacancyPage' }),
});

const edit = createRoute({
  getParentRoute: shell,
  path: '/folders/$folderId/edit',
  beforeLoad: requiresEditing,
  loader: () => loadTexts('vacancies'),
  component: lazyScreen('vacancy-form', { load: () => import('../pages/vacancies/VacancyFormPages.tsx'), name: 'EditVacancyPage' }),
});

const shortlist = createRoute({
  getParentRoute: shell,
  path: '/folders/$folderId/shortlist',
  beforeLoad: requires('vacancies'),
  loader: () => Promise.all((['vacancies', 'shortlists'] as const).map(loadTexts)),
  component: lazyScreen('shortlist', { load: () => import('../pages/shortlists/ShortlistPage.tsx'), name: 'ShortlistPage' }),
});

export const vacancyRoutes = [list, create, statuses, vacancy, edit, shortlist] as const;
