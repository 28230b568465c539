import { Suspense } from 'react';
import { useRunningJobs } from '#lib/jobs/running-jobs.ts';
import { lazyAside } from '#ui/lazy-part.tsx';

const RunningJobs = lazyAside(() => import('#ui/jobs/RunningJobs.tsx'), 'RunningJobs');

/** The long work of this tab, over whatever screen the person goes to meanwhile. */
export function JobsInProgress() {
  if (useRunningJobs().length === 0) return null;
  return (
    <Suspense>
      <RunningJobs />
    </Suspense>
  );
}
