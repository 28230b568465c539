import { useSyncExternalStore } from 'react';
import type { JobView } from '@headwater/contract/jobs';
import { api } from '../api.ts';

export interface RunningJob {
  title: string;
  job: JobView;
}

const pause = 600;
let running: readonly RunningJob[] = [];
const listeners = new Set<() => void>();

function change(next: readonly RunningJob[]): void {
  running = next;
  for (const listener of listeners) listener();
}

export const isActive = ({ status }: JobView): boolean => ['queued', 'running', 'undoing'].includes(status);

function show(shown: RunningJob): void {
  const known = running.some(({ job }) => job.id === shown.job.id);
  change(known ? running.map((one) => (one.job.id === shown.job.id ? shown : one)) : [...running, shown]);
}

export async function waitForJob(first: JobView, title: string): Promise<JobView> {
  let job = first;
  try {
    while (isActive(job)) {
      show({ title, job });
      // oxlint-disable-next-line no-await-in-loop -- polling is sequential
      await new Promise((resolve) => setTimeout(resolve, pause));
      // oxlint-disable-next-line no-await-in-loop -- polling is sequential
      job = await api.jobs.get({ id: job.id });
    }
    return job;
  } finally {
    change(running.filter((one) => one.job.id !== first.id));
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRunningJobs = (): readonly RunningJob[] => useSyncExternalStore(subscribe, () => running);
