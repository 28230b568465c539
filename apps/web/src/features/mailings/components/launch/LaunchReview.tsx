import { Alert, Button } from '@mantine/core';
import { IconFlask, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import { ApiError } from '#lib/api-error.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useLaunch, useSendTest } from '../../api/launch.ts';
import { type DelayInfo, type LeaveOutReason, reviewQuery } from '../../api/mailings.ts';
import { canOpen } from '../../model/launch.ts';
import classes from './review.module.css';
import { ReviewFacts } from './ReviewFacts.tsx';

const number = (value: number) => formatNumber(value, currentLanguage());

function ClosedContacts({ info, opens, onOpens }: { info: LaunchInfo } & Pick<PeopleProps, 'opens' | 'onOpens'>) {
  const { t } = useTranslation('mailings');
  const { contacts_to_open: count, contacts_left: left } = info;
  const spent = canOpen(info);
  return (
    <>
      <span>
        {t('review.contactsClosed', { count: info.contacts_closed })}
        <span className={classes.detail}>
          {left === 0 && t('launch.contactLimitReached')}
          {left !== null && left > 0 && spent === count && t('review.opens', { count, left: number(left) })}
          {spent > 0 && spent < count && t('review.opensSome', { count: spent, all: number(count) })}
        </span>
      </span>
      {spent > 0 ? (
        <Button size="compact-sm" variant={opens ? 'light' : 'default'} aria-pressed={opens} onClick={() => onOpens(!opens)}>
          {t(opens ? 'review.opened' : 'review.openContacts')}
        </Button>
      ) : (
        <span className={classes.note}>{t('review.noMessage')}</span>
      )}
    </>
  );
}

function SkippedPeople({ info, opens, onOpens }: { info: LaunchInfo } & Pick<PeopleProps, 'opens' | 'onOpens'>) {
  const { t } = useTranslation('mailings');
  const { held_follow_ups: waitingFollowUps } = info;
  const withoutEmail = info.without_email - info.contacts_closed;
  return (
    <>
      {info.suppressed > 0 && (
        <li className={classes.row}>
          <span>{t('review.suppressed', { count: info.suppressed })}</span>
          <span className={classes.note}>{t('review.noMessage')}</span>
        </li>
      )}
      {info.contacts_closed > 0 && (
        <li className={classes.row}>
          <ClosedContacts info={info} opens={opens} onOpens={onOpens} />
        </li>
      )}
      {withoutEmail > 0 && (
        <li className={classes.row}>
          <span>{t(info.telegram ? 'review.unreachable' : 'review.withoutEmail', { count: withoutEmail })}</span>
          <span className={classes.note}>{t('review.noMessage')}</span>
        </li>
      )}
      {waitingFollowUps.count > 0 && (
        <li className={classes.row}>
          <span>{t('launch.held', { count: waitingFollowUps.count, addresses: waitingFollowUps.addresses.join(', ') })}</span>
        </li>
      )}
    </>
  );
}

function Channels({ info: { telegram } }: { info: LaunchInfo }) {
  const { t } = useTranslation('mailings');
  if (!telegram) return null;
  const { reached, falling_back: instead, passed_over: passedOver, new_dialogs: begun, dialogs_left: left } = telegram;
  return (
    <>
      <li className={classes.row}>
        <span>
          {t('review.byTelegram', { count: reached })}
          {begun > left && <span className={classes.detail}>{t('review.dialogsLeft', { count: left, begun: number(begun) })}</span>}
        </span>
      </li>
      {instead > 0 && (
        <li className={classes.row}>
          <span>{t('review.fallingBack', { count: instead })}</span>
          <span className={classes.note}>{t('review.emailInstead')}</span>
        </li>
      )}
      {passedOver > 0 && (
        <li className={classes.row}>
          <span>{t('review.passedOver', { count: passedOver })}</span>
          <span className={classes.note}>{t('review.emailsOnly')}</span>
        </li>
      )}
    </>
  );
}

interface PeopleProps {
  info: LaunchInfo;
  leaveOut: readonly LeaveOutReason[];
  onLeaveOut: (reasons: LeaveOutReason[]) => void;
  opens: boolean;
  onOpens: (opens: boolean) => void;
}

const reasons = ['rejected', 'replied_recently', 'in_other_mailings', 'written_recently'] as const;

function People({ info, leaveOut, onLeaveOut, opens, onOpens }: PeopleProps) {
  const { t } = useTranslation('mailings');
  const receive = info.will_receive + (opens ? canOpen(info) : 0);
  const toggle = (reason: LeaveOutReason) =>
    onLeaveOut(leaveOut.includes(reason) ? leaveOut.filter((one) => one !== reason) : [...leaveOut, reason]);
  return (
    <section aria-label={t('recipients.title')}>
      <p className={classes.lead}>
        <strong className={classes.count}>{number(receive)}</strong> {t('review.willReceive', { count: receive })}
      </p>
      <ul className={classes.rows}>
        {reasons
          .filter((reason) => info[reason] > 0)
          .map((reason) => {
            const out = leaveOut.includes(reason);
            return (
              <li key={reason} className={classes.row} data-out={out || undefined}>
                <span>{t(`review.${reason}`, { count: info[reason] })}</span>
                <Button
                  size="compact-sm"
                  variant={out ? 'light' : 'default'}
                  aria-pressed={out}
                  aria-label={`${t('review.leaveOut')}: ${t(`review.${reason}`, { count: info[reason] })}`}
                  onClick={() => toggle(reason)}
                >
                  {t(out ? 'review.leftOut' : 'review.leaveOut')}
                </Button>
              </li>
            );
          })}
        <Channels info={info} />
        <SkippedPeople info={info} opens={opens} onOpens={onOpens} />
      </ul>
    </section>
  );
}

interface LaunchReviewProps {
  list: MailingListView;
  plan: DelayInfo;
  /** Null: candidates keep their status. */
  status: { id: number; name: string } | null;
  onDone: (launched?: boolean) => void;
}

export function LaunchReview({ list, plan, status, onDone }: LaunchReviewProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const [leaveOut, setLeaveOut] = useState<LeaveOutReason[]>([]);
  const [wantsOpen, setWantsOpen] = useState(false);
  const query = useQuery(reviewQuery(list.id, plan, leaveOut));
  const launch = useLaunch(list);
  const test = useSendTest(list);
  const info = query.data;
  if (query.isError && !info) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!info) return <SkeletonText lines={10} />;
  const opens = wantsOpen && canOpen(info) > 0;
  const reaches = info.total - info.without_email + info.suppressed + (opens ? canOpen(info) : 0);
  const begin = async () => {
    const launched = await launch
      .mutateAsync({ send_delay_info: plan, after_launch_status_id: status?.id ?? null, leave_out: leaveOut, open_contacts: opens })
      .catch(() => undefined);
    if (launched) onDone(true);
  };
  return (
    <div className={classes.review} data-dimmed={query.isPlaceholderData || undefined}>
      <People info={info} leaveOut={leaveOut} onLeaveOut={setLeaveOut} opens={opens} onOpens={setWantsOpen} />
      <ReviewFacts list={list} info={info} status={status?.name ?? null} />
      {launch.error instanceof ApiError && (
        <Alert color="red" role="alert" p="sm">
          {[launch.error.message, ...Object.values(launch.error.fields)].find(Boolean)}
        </Alert>
      )}
      <footer className={classes.foot}>
        <Button
          variant="subtle"
          className={classes.test}
          leftSection={<IconFlask size={16} stroke={1.6} />}
          loading={test.isPending}
          disabled={!info.sender}
          onClick={() => info.sender && test.mutate(info.sender.address)}
        >
          {t('review.sendTest')}
        </Button>
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.6} />}
          loading={launch.isPending}
          disabled={reaches === 0 || query.isPlaceholderData}
          onClick={() => void begin()}
        >
          {opens ? t('review.openAndLaunch') : t(list.status === 'draft' ? 'launch.begin' : 'launch.again')}
        </Button>
      </footer>
    </div>
  );
}
