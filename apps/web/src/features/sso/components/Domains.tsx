import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SsoView } from '@headwater/contract/sso';
import { mayAccess } from '@headwater/domain/access';
import { missingRecordDays } from '@headwater/domain/companies/sso';
import { dayMs } from '@headwater/domain/time/durations';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { ssoQuery, verifyDomains } from '../api/sso.ts';
import { useMayManage } from '../model/use-may-manage.ts';
import { Copied } from './Copied.tsx';
import classes from './sso.module.css';

const [green, amber] = [3, 2];

/** From this date new users are no longer matched by the domain. */
const untilOf = (missingSince: string) => new Date(Date.parse(missingSince) + missingRecordDays * dayMs).toISOString();

type State = SsoView['domain_states'][number];

const isOpenDomain = ({ is_verified: isVerified, is_due: isDue, is_taken: isTaken }: State) => (!isVerified || isDue) && !isTaken;

function useVerify(companyId: number | undefined) {
  const { t } = useTranslation('sso');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (domains: string[]) => verifyDomains(companyId, domains),
    onSuccess: (view) => {
      client.setQueryData(ssoQuery(companyId).queryKey, view);
      const isDone = !view.domain_states.some(isOpenDomain);
      showSnackbar({
        message: isDone ? t('domainsVerified') : t('recordsMissing'),
        tone: isDone ? 'success' : 'neutral',
        key: 'sso-domains',
      });
    },
    onError: showError,
  });
}

function leadOf({ is_taken: isTaken, is_due: isDue, missing_since: missingSince }: State) {
  if (isTaken) return 'takenLead';
  return missingSince === null ? undefined : isDue ? 'recordDueLead' : 'recordGoneLead';
}

function stateOf({ is_verified: isVerified, is_taken: isTaken, is_due: isDue, missing_since: missingSince }: State) {
  if (isTaken) return 'taken';
  if (missingSince !== null) return isDue ? 'recordDue' : 'recordGone';
  return isVerified ? 'verified' : 'notVerified';
}

function DomainRow({ state }: { state: State }) {
  const { t } = useTranslation('sso');
  const { domain, missing_since: missingSince, record } = state;
  const name = stateOf(state);
  const lead = leadOf(state);
  const date = missingSince === null ? '' : formatDate(untilOf(missingSince), currentLanguage(), 'date');
  return (
    <li className={classes.row}>
      <span className={classes.domain}>
        {domain}
        <StatusPill color={name === 'verified' ? green : amber}>{t(name)}</StatusPill>
      </span>
      {lead && <p className={classes.lead}>{t(lead, { date })}</p>}
      {name !== 'verified' && name !== 'taken' && (
        <>
          <Copied label={t('recordName')} value={record.name} />
          <Copied label={t('recordValue')} value={record.value} />
        </>
      )}
    </li>
  );
}

export function Domains({ companyId, states }: { companyId: number | undefined; states: State[] }) {
  const { t } = useTranslation('sso');
  const verify = useVerify(companyId);
  const mayManage = useMayManage();
  const isStaff = mayAccess('staff', asActor(useCurrentUser()));
  const open = states.filter(isOpenDomain).map(({ domain }) => domain);
  const isOpen = open.length > 0;
  return (
    <section>
      <SectionHead title={t('field.domains')}>
        {isOpen && mayManage && (
          <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate(open)}>
            {isStaff ? t('confirmDomains') : t('checkRecords')}
          </Button>
        )}
      </SectionHead>
      {mayManage && states.some(({ is_verified: isVerified, is_taken: isTaken }) => !isVerified && !isTaken) && (
        <p className={classes.lead}>{t('recordsLead')}</p>
      )}
      <ul className={classes.rows}>
        {states.map((state) => (
          <DomainRow key={state.domain} state={state} />
        ))}
      </ul>
    </section>
  );
}
