import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import type { StatusBadge } from '@headwater/contract/statuses';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useMayLaunch } from '../../api/launch.ts';
import { launchInfoQuery } from '../../api/mailings.ts';
import { canOpen, isRunning } from '../../model/launch.ts';
import { VariantResults } from './VariantResults.tsx';
import { LaunchForm } from './LaunchForm.tsx';
import { LaunchSums } from './LaunchSums.tsx';
import { SenderOnly } from '../SenderOnly.tsx';
import { obstacles, Readiness } from './Readiness.tsx';
import { Running } from './Running.tsx';
import { SenderFacts } from './SenderFacts.tsx';
import classes from '../mailings.module.css';

interface LaunchPanelProps {
  list: MailingListView;
  statuses: readonly StatusBadge[];
  beforeLaunch: () => Promise<boolean>;
  onDeliverability: () => void;
}

export function LaunchPanel({ list, statuses, beforeLaunch, onDeliverability }: LaunchPanelProps) {
  const { t } = useTranslation('mailings');
  const mayLaunch = useMayLaunch();
  const query = useQuery(launchInfoQuery(list.id));
  const info = query.data;
  if (query.isError && !info) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!info) return <SkeletonText lines={10} />;
  const running = isRunning(list);
  const reaches = info.total - info.without_email + info.suppressed + canOpen(info);
  // People that a launch would still write to, such as those added while the mailing runs.
  const some = running ? info.ready_to_launch + info.error_relaunch + canOpen(info) : reaches;
  // All messages are sent, so there is nothing to launch until people are added.
  if (list.status === 'finished' && some === 0) {
    return (
      <>
        <section aria-label={t('status.finished')}>
          <h2 className={classes.heading}>{t('launch.over')}</h2>
          <p className={classes.quiet}>{t('launch.overText')}</p>
        </section>
        {info.total > 0 && <LaunchSums info={info} />}
        <VariantResults list={list} />
        <SenderOnly list={list} />
      </>
    );
  }
  return (
    <>
      {list.stop_reason && (
        <Alert color="yellow" p="sm" role="note">
          {t(`stopReason.${list.stop_reason}`)}
        </Alert>
      )}
      {running && <Running list={list} info={info} now={new Date(query.dataUpdatedAt)} />}
      {(!running || info.total > 0 || info.held_follow_ups.count > 0) && <LaunchSums info={info} />}
      <SenderFacts list={list} info={info} onDeliverability={onDeliverability} />
      <VariantResults list={list} />
      {!running && <Readiness list={list} />}
      <SenderOnly list={list} />
      {!mayLaunch && !running && <p className={classes.quiet}>{t('launch.notForRole')}</p>}
      {mayLaunch && list.permissions.send && list.undo_until === null && (!running || some > 0) && (
        <LaunchForm
          key={list.status}
          list={list}
          statuses={statuses}
          blocked={obstacles(list).length > 0 || some === 0 || info.sender === null}
          beforeLaunch={beforeLaunch}
        />
      )}
    </>
  );
}
