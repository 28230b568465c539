import type { SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';
import { createVisitorServices } from './visitor-services.ts';
import { wireEmployees } from './employees.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';
import { supervisionRoutes, supervisionTasks } from './supervision.ts';
import { createInvitationServices, wireInvitations } from './invitations.ts';
import { endSessions, lacksOwnFactor, reclaimAddresses, releaseAddresses, resealAuthenticators } from '#modules/accounts/public/wiring.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { visitorRoutes } from '#modules/accounts/visitor-routes.ts';
import { creditRoutes, quotaRoutes } from '#modules/companies/money-routes.ts';
import { demoEndHandler, resealCompanyTokens } from '#modules/companies/public.ts';
import { companyRoutes } from '#modules/companies/routes.ts';
import { stopMailingsOf } from '#modules/messaging/campaigns/launch/launch.ts';
import { type SendingLock, mayResumeSending } from '#modules/messaging/delivery/public.ts';
import { listTemplateOwners } from '#modules/messaging/templates/public.ts';
import { extensionNotificationRoutes } from '#modules/notifications/extension-routes.ts';
import { ownNotifications } from '#modules/notifications/public.ts';
import { systemNotificationRoutes } from '#modules/notifications/system-routes.ts';
import { isDayUsedUp } from '#modules/profiles/actions/open-profile.ts';
import type { Clock } from '#platform/clock.ts';
import { brandingOf } from '#platform/http/branding.ts';
import { systemMailHandler, systemMailQueue, type SystemMailer } from '#platform/system-mail.ts';

interface AccountNeeds {
  sendingLock: SendingLock;
  smtpUrl: string | undefined;
  systemMailer: SystemMailer;
  demo: SandboxPorts | undefined;
  stopSending: EmployeeServices['stopSending'];
  answerClock: Pick<Clock, 'sleep'>;
}

export const wireAccounts = (core: Core, { sendingLock, smtpUrl, systemMailer, stopSending, demo, answerClock }: AccountNeeds) => {
  const { env, database, clock, secrets } = core;
  const services = createVisitorServices(core, { smtpUrl, demo, answerClock });
  const invitations = createInvitationServices(core, smtpUrl);
  const accounts = defineContext({
    routes: {
      ...supervisionRoutes(core, services),
      accounts: accountRoutes({
        ...services,
        secureCookies: env.HEADWATER_BEHIND_PROXY,
        isSendingPaused: async (tx) => !(await sendingLock.maySend(tx)),
        mayResumeSending: (actor) => mayResumeSending(database, actor),
        linksAt: (host) => brandingOf(env.brandings, host).links,
        terms: env.terms,
        survey: env.survey,
        systemNotificationsOf: (tx, actor) => ownNotifications(tx, actor, clock.now()),
        listTemplateOwners,
        isDayUsedUp,
      }),
      companies: companyRoutes({
        database,
        clock,
        secrets,
        sendsSystemMail: smtpUrl !== undefined,
        exportTurns: core.exportTurns,
        lacksFactor: lacksOwnFactor,
        endSessions,
        releaseAddresses,
        reclaimAddresses,
        stopMailings: stopMailingsOf,
      }),
      employees: wireEmployees(core, { services, invitations, stopSending }),
      credits: creditRoutes({ database, clock }),
      extensionNotifications: extensionNotificationRoutes({ database, clock }),
      ...visitorRoutes(services),
      ...wireInvitations(core, invitations),
      quotas: quotaRoutes({ database, clock }),
      systemNotifications: systemNotificationRoutes({ database, clock }),
    },
    tasks: [
      ...supervisionTasks(core),
      systemMailHandler({ secrets, mailer: systemMailer }),
      demoEndHandler({ database, clock, queueSystemEmail: systemMailQueue(secrets) }),
    ],
    secrets: { authenticators: resealAuthenticators, companyTokens: resealCompanyTokens },
  });
  return { ...accounts, visitorServices: services };
};
