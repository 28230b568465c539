import { mergeJob, profileMergeRoutes, settleMergeHandler } from '#modules/profile-merges/public.ts';
import { isCandidateFor } from '#modules/vacancies/public.ts';
import { type Core, defineContext } from './core.ts';
import { mergeSteps } from './merge-steps.ts';

export function wireProfileMerges(core: Core) {
  const { database, clock, jobs, signing } = core;
  const steps = mergeSteps(core);
  const job = mergeJob({ steps, signing });
  return defineContext({
    routes: { profileMerges: profileMergeRoutes({ database, clock, jobs, steps, signing, job, isCandidateFor }) },
    tasks: [settleMergeHandler({ database, clock, steps })],
    jobs: [job],
  });
}
