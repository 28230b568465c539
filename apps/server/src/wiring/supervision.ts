import type { Core } from './core.ts';
import { deleteOldEntriesHandler } from '#modules/audit/delete-old.ts';
import { auditRoutes } from '#modules/audit/routes.ts';
import { deleteExpiredHandler } from '#modules/accounts/sessions/delete-expired.ts';
import { requireProof, type SignInServices } from '#modules/accounts/public/sign-in.ts';
import { notifyOfToken } from '#modules/accounts/users/notify-owner.ts';
import { impersonationRoutes } from '#modules/accounts/impersonation-routes.ts';
import { apiTokenRoutes } from '#modules/accounts/api-tokens/routes.ts';
import { activeUserRoutes, apiUsageRoutes, usageOfPerson } from '#modules/api-usage/routes.ts';
import { deleteEndedCountsHandler } from '#platform/counts/store.ts';
import { systemMailQueue } from '#platform/system-mail.ts';

export const supervisionRoutes = ({ database, clock, env, secrets, exportTurns }: Core, services: SignInServices) => ({
  activeUsers: activeUserRoutes({ database, clock }),
  apiTokens: apiTokenRoutes({
    database,
    clock,
    usageOf: usageOfPerson(clock),
    prove: (proof) => requireProof(services, proof),
    notifyTokenOwner: (tx, made) => notifyOfToken(tx, { publicUrl: env.publicUrl, queueSystemEmail: systemMailQueue(secrets) }, made),
  }),
  apiUsage: apiUsageRoutes({ database, clock, exportTurns }),
  audit: auditRoutes({ database, clock, exportTurns }),
  impersonation: impersonationRoutes({ database, clock }),
});

export const supervisionTasks = ({ database, clock }: Core) => [
  deleteExpiredHandler({ database, clock }),
  deleteOldEntriesHandler(database),
  deleteEndedCountsHandler({ database, clock }),
];
