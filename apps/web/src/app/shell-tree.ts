import { accountRoutes } from './routes/account.ts';
import { apiRoutes } from './routes/api.ts';
import { appRoutes } from './routes/apps.ts';
import { auditScreens } from './routes/audit.ts';
import { companyRoutes } from './routes/companies.ts';
import { employeeRoutes } from './routes/employees.ts';
import { enrichmentRoutes } from './routes/enrichment.ts';
import { mailingRoutes } from './routes/mailings.ts';
import { messagingRoutes } from './routes/messaging.ts';
import { noticeRoutes } from './routes/notices.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { profileRoutes } from './routes/profiles.ts';
import { searchRoutes } from './routes/search.ts';
import { smartFolderRoutes } from './routes/smart-folders.ts';
import { ssoRoutes } from './routes/sso.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { taskRoutes } from './routes/tasks.ts';
import { telegramRoutes } from './routes/telegram.ts';
import { vacancyRoutes } from './routes/vacancies.ts';
import { shellRoute } from './shell-route.ts';

export const growShell = () =>
  shellRoute.addChildren([
    ...accountRoutes,
    ...apiRoutes,
    ...appRoutes,
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
    ...statisticsRoutes,
    ...taskRoutes,
    ...telegramRoutes,
    ...vacancyRoutes,
  ]);
