import { accountRoutes, publicRoutes } from './routes/account.ts';
import { apiRoutes } from './routes/api.ts';
import { auditScreens } from './routes/audit.ts';
import { companyRoutes } from './routes/companies.ts';
import { employeeRoutes } from './routes/employees.ts';
import { enrichmentRoutes } from './routes/enrichment.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { mailServiceRoutes } from './routes/mail-services.ts';
import { bareMailingRoutes, mailingRoutes } from './routes/mailings.ts';
import { messagingRoutes } from './routes/messaging.ts';
import { notYetPublicRoutes, notYetRoutes } from './routes/not-yet-routes.ts';
import { noticeRoutes } from './routes/notices.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { bareProfileRoutes, profileRoutes } from './routes/profiles.ts';
import { searchRoutes } from './routes/search.ts';
import { smartFolderRoutes } from './routes/smart-folders.ts';
import { ssoSignInRoutes, ssoRoutes } from './routes/sso.ts';
import { telegramRoutes } from './routes/telegram.ts';
import { vacancyRoutes } from './routes/vacancies.ts';
import { rootRoute, shellRoute } from './root-route.ts';

/** Every address of the product: one list per area, written in app/routes. What is not here shows the not-found page (SHELL-006). */
export const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  ...bareMailingRoutes,
  ...bareProfileRoutes,
  ...invitationRoutes,
  ...mailServiceRoutes,
  ...notYetPublicRoutes,
  ...ssoSignInRoutes,
  shellRoute.addChildren([
    ...accountRoutes,
    ...apiRoutes,
    ...auditScreens,
    ...companyRoutes,
    ...employeeRoutes,
    ...noticeRoutes,
    ...notificationRoutes,
    ...enrichmentRoutes,
    ...mailingRoutes,
    ...messagingRoutes,
    ...profileRoutes,
    ...searchRoutes,
    ...smartFolderRoutes,
    ...ssoRoutes,
    ...telegramRoutes,
    ...vacancyRoutes,
    ...notYetRoutes,
  ]),
]);
