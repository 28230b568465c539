import { ats } from './ats.ts';
import { atsImports } from './ats-imports.ts';
import { candidateTasks } from './candidate-tasks.ts';
import { candidateExport } from './candidate-export.ts';
import { candidates } from './candidates.ts';
import { comments } from './comments.ts';
import { fitNotes } from './fit-notes.ts';
import { rejectionReasons } from './rejection-reasons.ts';
import { shortlists } from './shortlists.ts';
import { statuses } from './statuses.ts';
import { vacancies } from './vacancies.ts';

export const hiring = {
  ats,
  atsImports,
  candidateExport,
  candidateTasks,
  candidates,
  comments,
  fitNotes,
  rejectionReasons,
  shortlists,
  statuses,
  vacancies,
};
