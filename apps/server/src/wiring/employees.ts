import type { Core } from './core.ts';
import { resetFactors } from '#modules/accounts/sign-in/guard-account.ts';
import type { SignInServices } from '#modules/accounts/public/sign-in.ts';
import { notifyOfChanges } from '#modules/accounts/users/notify-owner.ts';
import type { EmployeeServices } from '#modules/employees/actions/save-employee.ts';
import { employeeRoutes } from '#modules/employees/routes.ts';
import { inviteAdded } from '#modules/invitations/actions/invite.ts';
import type { InvitationRouteServices } from '#modules/invitations/routes.ts';
import { openInvitations } from '#modules/invitations/store.ts';
import { deleteIdentities } from '#modules/sso/public.ts';

interface EmployeeNeeds {
  services: SignInServices;
  invitations: InvitationRouteServices;
  stopSending: EmployeeServices['stopSending'];
}

export const wireEmployees = ({ database, clock, exportTurns }: Core, { services, invitations, stopSending }: EmployeeNeeds) =>
  employeeRoutes({
    database,
    clock,
    exportTurns,
    addressTries: invitations.addressTries,
    openInvitations,
    resetFactors: (tx, user) => resetFactors(tx, services, user),
    stopSending,
    notifyOfChanges: (tx, change) => notifyOfChanges(tx, services, change),
    unlinkProviders: deleteIdentities,
    mustUseProvider: services.mustUseProvider,
    inviteAdded: invitations.sendsSystemMail
      ? (tx, { adder: { actor, host }, ...added }) =>
          inviteAdded(tx, invitations, { inviter: { actor, product: invitations.productAt(host) }, ...added })
      : undefined,
  });
