import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationView } from '@headwater/contract/invitations';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type CompanyId, invitationsPerPage, invitationsQuery } from '../api/invitations.ts';
import { InviteButton } from './InviteButton.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import classes from './invitations.module.css';

function Row({ company, invitation, now }: { company: CompanyId; invitation: InvitationView; now: number }) {
  const { t } = useTranslation('invitations');
  const isExpired = Date.parse(invitation.expires_at) <= now;
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        <span>{invitation.email}</span>
        <span className={classes.quiet}>
          {t(`roleName.${invitation.role}`)} · {t('sentAt')} <RelativeTime value={invitation.sent_at} />
        </span>
      </span>
      <StatusPill color={isExpired ? 0 : 2}>{t(isExpired ? 'expired' : 'notAccepted')}</StatusPill>
      <InvitationActions company={company} invitation={invitation} />
    </li>
  );
}

/** EMP-078, EMP-080 */
export function OpenInvitations({ company }: { company: CompanyId }) {
  const { t } = useTranslation('invitations');
  const [page, setPage] = useState(1);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useQuery(invitationsQuery(company, page));
  return (
    <section>
      <SectionHead title={t('title')}>
        <InviteButton company={company} size="xs" variant="default" />
      </SectionHead>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonText lines={2} />}
      {data?.count === 0 && <p className={classes.quiet}>{t('none')}</p>}
      {data && data.count > 0 && (
        <ul className={classes.rows}>
          {data.invitations.map((invitation) => (
            <Row key={invitation.id} company={company} invitation={invitation} now={now} />
          ))}
        </ul>
      )}
      {data && data.count > invitationsPerPage && <Pager page={page} perPage={invitationsPerPage} total={data.count} onPage={setPage} />}
    </section>
  );
}
