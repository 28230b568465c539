import { mayAccess } from '@headwater/domain/access';
import { kindOfRole, mayActAs } from '@headwater/domain/companies/people';
import { isStaff } from '@headwater/domain/roles';
import { TokenItem } from '#features/api-tokens/components/TokenItem.tsx';
import type { MoreItems } from '#features/employees/components/EmployeeMenu.tsx';
import type { PeopleList } from '#features/employees/model/people-list.ts';
import { rankOf } from '#features/employees/model/rights.ts';
import { LogInAsItem } from '#features/impersonation/components/LogInAs.tsx';
import { useProve } from '#features/security/components/use-prove.tsx';
import { CopyLinkItem } from '#features/invitations/components/CopyLinkItem.tsx';
import { ResendItem } from '#features/invitations/components/ResendItem.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';

export function usePersonItems({ companyId }: PeopleList): MoreItems {
  const user = useCurrentUser();
  const prove = useProve();
  const actor = asActor(user);
  const invites = mayAccess('manage_employees', actor);
  const makesTokens = mayAccess('admin', actor) && user.impersonated_by === null;
  const actsAs = isStaff(actor) && user.impersonated_by === null;
  return (person) => {
    const { id, name, email, role, is_active: isActive, company_id: company, invitation, api_key: key } = person;
    const isOpen = id === actor.userId || mayActAs(actor, rankOf(person));
    const isEmployee = kindOfRole(role) === 'workers' || kindOfRole(role) === 'admins';
    return [
      invites && isActive && invitation && <ResendItem key="resend" company={companyId} id={invitation.id} email={email} />,
      invites && isActive && invitation && <CopyLinkItem key="link" company={companyId} id={invitation.id} email={email} />,
      makesTokens && isActive && isEmployee && isOpen && company === actor.company.id && (
        <TokenItem key="token" person={{ id, name, role }} replaces={key !== null} prove={prove} />
      ),
      actsAs && isActive && id !== actor.userId && isOpen && <LogInAsItem key="act" id={id} name={name} />,
    ].filter(Boolean);
  };
}
