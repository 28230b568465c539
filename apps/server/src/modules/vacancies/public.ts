import { addAllJob, addJob, copyJob, moveJob, removeJob, statusJob } from './jobs/candidate-jobs.ts';
import { removeVacancyJob } from './jobs/vacancy-jobs.ts';

export const vacancyJobs = [addJob, addAllJob, copyJob, moveJob, removeJob, statusJob, removeVacancyJob];
export { addToVacancy, type FindAllIds } from './actions/add-candidates.ts';
export { changeStatuses } from './actions/change-candidates.ts';
export { requireCandidate, requireVacancy } from './actions/require-vacancy.ts';
export { changeVacancy, createVacancy } from './actions/save-vacancy.ts';
export { isCandidateFor, listVacanciesOfProfiles } from './store/candidates.ts';
export { countByStatus } from './store/counts.ts';
export { candidatesForMailing, candidatesOf, activeCandidateIds, vacancyName } from './store/for-mailing.ts';
export { newestFitNotes, type NewestFitNoteRow } from './store/fits.ts';
export { openVacancyIds, visibleVacancies } from './store/visible-vacancies.ts';
export { commentReadBy, type Reader, vacancyOpenTo, vacancySeenBy } from './store/visibility.ts';
