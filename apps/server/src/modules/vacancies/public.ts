import { addAllJob, addJob, copyJob, moveJob, removeJob, statusJob } from './jobs/candidate-jobs.ts';
import { removeVacancyJob } from './jobs/vacancy-jobs.ts';

export type { FindAllIds } from './actions/add-candidates.ts';
export { findVisibleCandidate } from './actions/find-candidate.ts';
export { listVacanciesOfProfiles } from './store/candidates.ts';

/** What workers must know to run this module's jobs. */
export const vacancyJobs = [addJob, addAllJob, copyJob, moveJob, removeJob, statusJob, removeVacancyJob];
