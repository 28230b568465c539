/**
 * Progress of a long job (DEC-13), with cancel and result.
 *   <JobProgress title={t('adding')} state={job.state} done={job.done} total={job.total} onCancel={...} errorFile={job.error_file} errors={job.errors} />
 */
import { ActionIcon, Anchor, Progress } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './JobProgress.module.css';

type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

interface JobProgressProps {
  title: string;
  state: JobState;
  done?: number | undefined;
  total?: number | undefined;
  errors?: number | undefined;
  errorFile?: string | undefined;
  problem?: string | undefined;
  onCancel?: () => void;
  result?: ReactNode;
}

export function JobProgress({ title, state, done = 0, total, errors = 0, errorFile, problem, onCancel, result }: JobProgressProps) {
  const { t } = useTranslation('ui');
  const active = state === 'waiting' || state === 'running';
  const language = currentLanguage();
  const counted =
    total === undefined
      ? formatNumber(done, language)
      : t('jobProgress', { done: formatNumber(done, language), total: formatNumber(total, language) });
  const words = {
    waiting: t('jobWaiting'),
    running: counted,
    done: `${t('jobDone')} · ${counted}`,
    failed: problem ?? t('jobFailed'),
    cancelled: `${t('jobCancelled')} · ${counted}`,
  };
  const share = total === undefined || total === 0 ? (state === 'done' ? 100 : 0) : Math.min(100, (done / total) * 100);
  return (
    <div className={classes.job} data-state={state}>
      <div className={classes.head}>
        {state === 'done' && <IconCheck size={16} className={classes.good} aria-hidden />}
        {state === 'failed' && <IconAlertCircle size={16} className={classes.bad} aria-hidden />}
        <span className={classes.title}>{title}</span>
        <output className={classes.count}>{words[state]}</output>
        {active && onCancel && (
          <ActionIcon aria-label={`${t('jobCancel')}: ${title}`} onClick={onCancel}>
            <IconX size={14} />
          </ActionIcon>
        )}
      </div>
      {active && (
        <Progress
          value={total === undefined && state === 'running' ? 100 : share}
          animated={state === 'running' && total === undefined}
          size={4}
          transitionDuration={120}
          aria-label={title}
        />
      )}
      {(errors > 0 || result) && (
        <div className={classes.foot}>
          {errors > 0 && <span className={classes.bad}>{t('jobErrors', { count: errors })}</span>}
          {errorFile && (
            <Anchor size="sm" href={errorFile} download>
              {t('jobErrorFile')}
            </Anchor>
          )}
          {result}
        </div>
      )}
    </div>
  );
}
