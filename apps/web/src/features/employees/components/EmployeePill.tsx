import type { Employee } from '@headwater/contract/employees';
import { useTranslation } from '#lib/use-translation.ts';
import { StatusPill } from '#ui/StatusPill.tsx';

const colors = { active: 3, not_active: 6, deleted: 0, pending: 2 } as const;

/** EMP-030: an active person without a name has not accepted the invitation. */
export function EmployeePill({ person: { status, is_pending: isPending } }: { person: Pick<Employee, 'status' | 'is_pending'> }) {
  const { t } = useTranslation('employees');
  const shown = status === 'active' && isPending ? 'pending' : status;
  return (
    <StatusPill color={colors[shown]} quiet>
      {t(`statusName.${shown}`)}
    </StatusPill>
  );
}
