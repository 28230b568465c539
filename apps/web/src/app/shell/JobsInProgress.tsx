import { Suspense } from 'react';
import { useRunningJobs } from '#lib/jobs/running-jobs.ts';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';

const RunningJobs = lazyWithTexts(() => import('#ui/jobs/RunningJobs.tsx'), 'RunningJobs');

/** The long work of this tab, over whatever screen the person goes to meanwhile. */
export function JobsInProgress() {
  if (useRunningJobs().length === 0) return null;
  return (
    <Suspense>
      <RunningJobs />
    </Suspense>
  );
}
