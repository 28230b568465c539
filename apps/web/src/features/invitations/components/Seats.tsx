import type { InvitationView } from '@headwater/contract/invitations';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type CompanyId, useSeats } from '../api/invitations.ts';
import classes from './invitations.module.css';

/** ROLE-018, EMP-069: invited people take seats too. */
export function Seats({ company, invited: role }: { company: CompanyId; invited: InvitationView['role'] }) {
  const { t } = useTranslation('invitations');
  const data = useSeats(company);
  const { max_workers_with_search: seats = null, hm_max_count: managers = null } = data ?? {};
  const most = role === 'hm' ? managers : role === 'worker' ? seats : null;
  if (!data || most === null) return null;
  const used = role === 'hm' ? data.hiring_managers.active + data.hiring_managers.invited : data.workers.with_search;
  return (
    <p className={used >= most ? classes.refused : classes.quiet}>
      {t(role === 'hm' ? 'seatsOfManagers' : 'seats', { count: used, most: formatNumber(most, currentLanguage()) })}
    </p>
  );
}
