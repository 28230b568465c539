import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '#lib/i18n.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { rootRoute } from '../root-route.ts';

/** SHELL-018, SHELL-019: without a side menu; does not ask for the user. */
const acceptInvite = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/accept-invite/$key',
  loader: () => loadTexts('invitations'),
  component: lazyScreen('accept-invite', { load: () => import('../pages/invitations/AcceptInvitePage.tsx'), name: 'AcceptInvitePage' }),
});

export const invitationRoutes = [acceptInvite] as const;
