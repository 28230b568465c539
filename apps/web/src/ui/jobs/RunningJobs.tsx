import { Portal } from '@mantine/core';
import { api } from '#lib/api.ts';
import { type RunningJob, useRunningJobs } from '#lib/jobs/running-jobs.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '../snackbar.tsx';
import { JobProgress } from './JobProgress.tsx';
import classes from './RunningJobs.module.css';

const cancel = (id: number) => void api.jobs.cancel({ id }).catch(showError);

function Entry({ title, job }: RunningJob) {
  return (
    <JobProgress
      title={title}
      state={job.status === 'queued' ? 'waiting' : 'running'}
      done={job.done}
      total={job.total ?? undefined}
      {...(job.cancellable ? { onCancel: () => cancel(job.id) } : {})}
    />
  );
}

/** DEC-13. */
export function RunningJobs() {
  const { t } = useTranslation('ui');
  const jobs = useRunningJobs();
  if (jobs.length === 0) return null;
  return (
    <Portal>
      <section className={classes.place} aria-label={t('jobsRunning')}>
        {jobs.map((one) => (
          <Entry key={one.job.id} {...one} />
        ))}
      </section>
    </Portal>
  );
}
