import type { Core } from './core.ts';
import { type EndWork, endOtherWays } from './end-of-work.ts';
import { listGuarded, resetFactors, type SignInServices, tellOfChanges } from '#modules/accounts/public.ts';
import { apiKeys, deleteToken } from '#modules/api-tokens/store.ts';
import { employeeRoutes } from '#modules/employees/routes.ts';
import { inviteAdded } from '#modules/invitations/actions/invite.ts';
import type { InvitationRouteServices } from '#modules/invitations/routes.ts';
import { openInvitations } from '#modules/invitations/store.ts';

interface EmployeeNeeds {
  services: SignInServices;
  invitations: InvitationRouteServices;
  endWork: EndWork;
}

export const wireEmployees = ({ database, clock }: Core, { services, invitations, endWork }: EmployeeNeeds) =>
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
    mustUseProvider: services.mustUseProvider,
    inviteAdded: invitations.sendsSystemMail
      ? (tx, { adder: { actor, host }, ...added }) =>
          inviteAdded(tx, invitations, { inviter: { actor, product: invitations.productAt(host) }, ...added })
      : undefined,
  });
