import type { Core } from './core.ts';
import { type EndWork, endOtherWays } from './end-of-work.ts';
import { listGuarded, resetFactors, type SignInServices, tellOfChanges } from '#modules/accounts/public.ts';
import { apiKeys, deleteToken } from '#modules/api-tokens/store.ts';
import { employeeRoutes } from '#modules/employees/routes.ts';
import { openInvitations } from '#modules/invitations/store.ts';

/** Who works in companies. */
export const wireEmployees = ({ database, clock }: Core, { services, endWork }: { services: SignInServices; endWork: EndWork }) =>
  employeeRoutes({
    database,
    clock,
    openInvitations,
    apiKeys,
    guarded: listGuarded,
    resetFactors: (tx, user) => resetFactors(tx, services, user),
    endWork,
    endToken: deleteToken,
    tellOfChanges: (tx, change) => tellOfChanges(tx, services, change),
    endOtherWays,
  });
