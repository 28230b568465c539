import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { TableImportView } from '@headwater/contract/table-imports';
import { api, orpc } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { isActive } from '#lib/jobs/running-jobs.ts';
import { saveFile } from '#lib/save-file.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useUndoJob } from '#ui/jobs/follow-job.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { importQuery, leftOutFile } from '../../api/tables.ts';
import classes from './table.module.css';

interface TableResultProps {
  id: number;
  onOther: () => void;
  onAdded: () => void;
}

const number = (count: number) => formatNumber(count, currentLanguage());
const counted = ['created', 'changed', 'known', 'left_out', 'erased'] as const;

/** Rows a second since the start of the job. */
function rateOf({ job }: TableImportView, now: number): number | undefined {
  const seconds = job ? (now - Date.parse(job.created_at)) / 1000 : 0;
  return job && seconds > 1 ? Math.round(job.done / seconds) : undefined;
}

function Counts({ view }: { view: TableImportView }) {
  const { t } = useTranslation('profile-import');
  return (
    <dl className={classes.counts}>
      {counted
        .filter((key) => view[key] > 0 || key === 'created')
        .map((key) => (
          <div key={key} className={classes.count}>
            <dt>{t(`table.counts.${key}`)}</dt>
            <dd>{number(view[key])}</dd>
          </div>
        ))}
    </dl>
  );
}

function Actions({ view, onOther }: { view: TableImportView; onOther: () => void }) {
  const { t } = useTranslation('profile-import');
  const client = useQueryClient();
  const undo = useUndoJob();
  const { job } = view;
  const save = useMutation({ mutationFn: async () => saveFile(await leftOutFile(view.id), 'left-out.csv'), onError: showError });
  const undoing = useMutation({
    mutationFn: (jobId: number) => undo(jobId),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.tableImports.key() }),
  });
  if (!job) return null;
  return (
    <div className={classes.foot}>
      {job.status === 'done' && view.created > 0 && (
        <Button component={Link} to="/duplicates">
          {t('duplicates')}
        </Button>
      )}
      {(view.left_out > 0 || view.known > 0) && (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t('table.saveLeftOut')}
        </Button>
      )}
      {job.undoable && (
        <Button variant="default" loading={undoing.isPending} onClick={() => undoing.mutate(job.id)}>
          {t('table.undo')}
        </Button>
      )}
      <Button variant="default" onClick={onOther}>
        {t('table.another')}
      </Button>
    </div>
  );
}

/** IMP-007 */
export function TableResult({ id, onOther, onAdded }: TableResultProps) {
  const { t } = useTranslation('profile-import');
  const query = useQuery(importQuery(id));
  const cancel = useMutation({
    mutationFn: (jobId: number) => api.jobs.cancel({ id: jobId }),
    onError: showError,
    onSettled: () => query.refetch(),
  });
  const view = query.data;
  const job = view?.job;
  const rate = view && rateOf(view, query.dataUpdatedAt);
  const isOver = job !== undefined && job !== null && !isActive(job);
  useEffect(() => {
    if (isOver) onAdded();
  }, [isOver, onAdded]);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!view || !job) return <SkeletonText lines={4} />;
  const total = Math.max(job.total ?? 0, job.done);
  const progress = [
    t('table.progress', { done: number(job.done), total: number(total) }),
    rate !== undefined && rate > 0 && t('table.rate', { count: rate, shown: number(rate) }),
  ];
  return (
    <section className={classes.form} aria-label={t('table.result')}>
      <h2 className={classes.heading}>
        {isOver
          ? t(`table.states.${job.status as 'done' | 'failed' | 'cancelled' | 'undone'}`)
          : job.status === 'undoing'
            ? t('table.states.undoing')
            : t('table.states.running')}
      </h2>
      <p className={classes.note}>{view.file_name}</p>
      {!isOver && (
        <>
          <progress className={classes.bar} value={job.done} max={total || 1} aria-label={t('table.result')} />
          <div className={classes.running}>
            <output className={classes.note}>{progress.filter(Boolean).join(' · ')}</output>
            {job.cancellable && (
              <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
                {t('stop')}
              </Button>
            )}
          </div>
        </>
      )}
      {job.error && (
        <p role="alert" className={classes.problem}>
          {job.error}
        </p>
      )}
      <Counts view={view} />
      {isOver && <Actions view={view} onOther={onOther} />}
    </section>
  );
}
