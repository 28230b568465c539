import { createRoute } from '@tanstack/react-router';
import { mailingParams } from '#features/mailings/model/params.ts';
import { sequenceParams } from '#features/sequences/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires, licensed } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';
import { shellRoute } from '../shell-route.ts';

const shell = () => shellRoute;
const texts = () => Promise.all((['mailings', 'editor'] as const).map(loadTexts));
const sequenceTexts = () => Promise.all((['sequences', 'mailings', 'editor'] as const).map(loadTexts));

/** MAIL-001. Redirects hiring managers to their vacancies (ROLE-042). */
const mailing = createRoute({
  getParentRoute: shell,
  path: '/folders/$folderId/messaging',
  beforeLoad: requires('messaging'),
  validateSearch: mailingParams.validate,
  loader: texts,
  component: lazyScreen('mailing', { load: () => import('../pages/mailings/MailingPage.tsx'), name: 'MailingPage' }),
});

const list = createRoute({
  getParentRoute: shell,
  path: '/messaging/sequences',
  beforeLoad: requires('sequences'),
  validateSearch: sequenceParams.validate,
  loader: sequenceTexts,
  component: lazyScreen('sequences', { load: () => import('#features/sequences/components/SequenceList.tsx'), name: 'SequenceList' }),
});

const create = createRoute({
  getParentRoute: shell,
  path: '/messaging/sequences/new',
  beforeLoad: requires('sequences'),
  loader: sequenceTexts,
  component: lazyScreen('new-sequence', { load: () => import('../pages/mailings/SequencePages.tsx'), name: 'NewSequencePage' }),
});

const sequence = createRoute({
  getParentRoute: shell,
  path: '/messaging/sequences/$sequenceId',
  beforeLoad: requires('sequences'),
  validateSearch: mailingParams.validate,
  loader: sequenceTexts,
  component: lazyScreen('sequence', { load: () => import('../pages/mailings/SequencePages.tsx'), name: 'SequencePage' }),
});

const edit = createRoute({
  getParentRoute: shell,
  path: '/messaging/sequences/$sequenceId/edit',
  beforeLoad: requires('sequences'),
  loader: sequenceTexts,
  component: lazyScreen('edit-sequence', { load: () => import('../pages/mailings/SequencePages.tsx'), name: 'EditSequencePage' }),
});

/** SEQ-006, SHELL-018. */
const person = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messaging/sequences/$sequenceId/profile/$profileId',
  beforeLoad: async (context) => {
    const known = await licensed(context);
    requires('sequences')({ context: known });
    return known;
  },
  loader: () => Promise.all((['sequences', 'mailings', 'profiles', 'vacancies', 'outreach'] as const).map(loadTexts)),
  component: lazyScreen('sequence-person', { load: () => import('../pages/mailings/SequencePersonPage.tsx'), name: 'SequencePersonPage' }),
});

export const mailingRoutes = [mailing, list, create, sequence, edit] as const;
export const bareMailingRoutes = [person] as const;
