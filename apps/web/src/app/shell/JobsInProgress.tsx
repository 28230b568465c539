import { Suspense } from 'react';
import { useRunningJobs } from '#lib/jobs/running-jobs.ts';
import { Corner } from '#ui/Corner.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const RunningJobs = lazyPart(() => import('#ui/jobs/RunningJobs.tsx'), 'RunningJobs');

export function JobsInProgress() {
  if (useRunningJobs().length === 0) return null;
  return (
    <Corner>
      <Suspense>
        <RunningJobs />
      </Suspense>
    </Corner>
  );
}
