import { addAllJob, addJob, copyJob, moveJob, removeJob, statusJob } from './jobs/candidate-jobs.ts';
import { removeVacancyJob } from './jobs/vacancy-jobs.ts';

export { addToVacancy, type FindAllIds, firstStatus } from './actions/add-candidates.ts';
export { changeStatuses } from './actions/change-candidates.ts';
export {
  type ExportedCandidate,
  exportedCandidates,
  type MatchingCandidate,
  matchingCandidates,
  visibleCandidates,
} from './actions/export-candidates.ts';
export { findVisibleCandidate } from './actions/find-candidate.ts';
export type { NarrowByMessaging, NarrowServices } from './actions/narrow-candidates.ts';
export { requireLockedVacancies, requireVacancy } from './actions/require-vacancy.ts';
export { changeVacancy, createVacancy } from './actions/save-vacancy.ts';
export { isCandidateFor, listVacanciesOfProfiles } from './store/candidates.ts';
export { addCandidates, forgetAdded } from './store/changes.ts';
export { deleteComments, insertComments, readableComments } from './store/comments.ts';
export { undoChanges } from './jobs/undo-changes.ts';
export { countByStatus } from './store/counts.ts';
export { candidatesForMailing, candidatesOf, activeCandidateIds, vacancyName } from './store/for-mailing.ts';
export { candidatesMergeStep } from './store/merging.ts';
export { openVacancyIds, vacanciesNamed, visibleVacancies } from './store/visible-vacancies.ts';
export { commentReadBy, type Reader, vacancyOpenTo, vacancySeenBy } from './store/visibility.ts';

export const vacancyJobs = [addJob, addAllJob, copyJob, moveJob, removeJob, statusJob, removeVacancyJob];
