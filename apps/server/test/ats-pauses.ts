import type { Installation } from './installation.ts';
import { startDueTasks } from './settled.ts';

/** Ends the pauses of jobs, which the database measures. */
export async function endPauses(here: Installation, milliseconds: number): Promise<void> {
  here.clock.advance(milliseconds);
  await here.sql(`update jobs set heartbeat_at = null where lease is null`);
  await here.sql(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
  await startDueTasks(here);
}
