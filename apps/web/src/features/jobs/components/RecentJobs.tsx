import { Button } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobView } from '@headwater/contract/jobs';
import { orpc } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { isActive } from '#lib/jobs/running-jobs.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useUndoJob } from '#ui/jobs/follow-job.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SkeletonList } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { jobWords, placeOf } from '../model/job-words.ts';
import classes from './RecentJobs.module.css';

const shown = 20;
const whileRunning = 1000;
const otherwise = 20_000;
const minuteMs = 60_000;

const recentQuery = orpc.jobs.list.queryOptions({
  input: { per_page: shown },
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.jobs.some(isActive) ? whileRunning : otherwise),
});

/** Empty: finished, and undo has expired. */
function useStateWords(job: JobView): string {
  const { t } = useTranslation(['jobs', 'ui']);
  const [now] = useState(() => Date.now());
  const language = currentLanguage();
  if (job.status === 'failed') return job.error ?? t('jobFailed', { ns: 'ui' });
  if (job.status === 'undone') return t('jobUndone', { ns: 'ui' });
  if (job.status === 'undoing') return t('jobUndoing', { ns: 'ui' });
  if (isActive(job)) {
    const [done, total] = [job.done, job.total ?? 0].map((count) => formatNumber(count, language));
    return t('running', { done, total });
  }
  const left = job.undo_until && job.undoable ? Math.ceil((Date.parse(job.undo_until) - now) / minuteMs) : 0;
  return [job.status === 'cancelled' && t('jobCancelled', { ns: 'ui' }), left > 0 && t('left', { count: left })]
    .filter(Boolean)
    .join(' · ');
}

function Row({ job }: { job: JobView }) {
  const { t } = useTranslation(['jobs', 'ui']);
  const { t: ofVacancies } = useTranslation('vacancies');
  const undo = useUndoJob();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await undo(job.id);
    setBusy(false);
  };
  const words = jobWords(ofVacancies, job);
  const place = placeOf(job);
  const state = useStateWords(job);
  return (
    <li className={classes.row} data-over={job.status === 'undone' || undefined}>
      <div className={classes.words}>
        <span className={classes.title}>{words}</span>
        {place !== undefined && <span className={classes.place}>{place}</span>}
        <span className={classes.state}>
          <RelativeTime value={job.created_at} />
          {state && <span data-failed={job.status === 'failed' || undefined}>{state}</span>}
        </span>
      </div>
      {(job.undoable || busy) && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={14} stroke={1.6} />}
          loading={busy}
          aria-label={t('undo', { what: words })}
          onClick={() => void act()}
        >
          {t('undo', { ns: 'ui' })}
        </Button>
      )}
    </li>
  );
}

/** DEC-13 */
export function RecentJobs() {
  const { t } = useTranslation('jobs');
  const query = useQuery(recentQuery);
  // Older jobs have no stored names to describe them.
  const jobs = query.data?.jobs.filter(({ kind, details }) => kind === 'candidates_remove' || Object.keys(details).length > 0);
  if (query.isError && !jobs) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!jobs) return <SkeletonList rows={6} rowHeight={56} />;
  if (jobs.length === 0) return <EmptyState icon={<IconHistory size={24} stroke={1.5} />} title={t('none')} text={t('noneText')} />;
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {jobs.map((job) => (
        <Row key={job.id} job={job} />
      ))}
    </ul>
  );
}
