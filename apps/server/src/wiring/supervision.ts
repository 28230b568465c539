import type { Core } from './core.ts';
import { impersonationRoutes } from '#modules/accounts/impersonation-routes.ts';
import { apiTokenRoutes } from '#modules/api-tokens/routes.ts';
import { activeUserRoutes, apiUsageRoutes, usageOfPerson } from '#modules/api-usage/routes.ts';

/** Who comes in besides people with a password, and who does how much: a part of the accounts. */
export const supervisionRoutes = ({ database, clock }: Core) => ({
  activeUsers: activeUserRoutes({ database, clock }),
  apiTokens: apiTokenRoutes({ database, clock, usageOf: usageOfPerson(clock) }),
  apiUsage: apiUsageRoutes({ database, clock }),
  impersonation: impersonationRoutes({ database, clock }),
});
