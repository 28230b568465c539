import { publicRoutes } from './routes/account.ts';
import { bareAppRoutes } from './routes/apps.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { login } from './routes/login.ts';
import { mailServiceRoutes } from './routes/mail-services.ts';
import { bareMailingRoutes } from './routes/mailings.ts';
import { bareProfileRoutes } from './routes/profiles.ts';
import { shortlistRoutes } from './routes/shortlists.ts';
import { ssoSignInRoutes } from './routes/sso.ts';
import { rootRoute } from './root-route.ts';
import { growShell } from './shell-tree.ts';

/** All addresses, one list per area in app/routes. Others show the not-found page (SHELL-006). */
export const growTree = () =>
  rootRoute.addChildren([
    login,
    ...publicRoutes,
    ...bareAppRoutes,
    ...bareMailingRoutes,
    ...bareProfileRoutes,
    ...invitationRoutes,
    ...mailServiceRoutes,
    ...shortlistRoutes,
    ...ssoSignInRoutes,
    growShell(),
  ]);
