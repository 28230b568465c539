export { firstStatus } from '../actions/add-candidates.ts';
export { requireLockedVacancies } from '../actions/require-vacancy.ts';
export { addCandidates, forgetAdded } from '../store/changes.ts';
export { deleteComments, insertComments } from '../store/comments.ts';
export { undoChanges } from '../jobs/undo-changes.ts';
export { vacanciesNamed } from '../store/visible-vacancies.ts';
