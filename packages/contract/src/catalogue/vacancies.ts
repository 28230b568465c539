import { entries } from './entries.ts';
import en from '../texts/vacancies/en.json' with { type: 'json' };
import ru from '../texts/vacancies/ru.json' with { type: 'json' };

export const vacancyMessages = entries(
  { en, ru },
  {
    status_delete_in_use: 409,
    status_delete_mixmax: 409,
    status_delete_last: 409,
    status_delete_has_substatuses: 409,
    status_move_in_use: 409,
    status_edit_mixmax: 409,
    status_edit_last: 409,
    job_over: 409,
    job_runs: 409,
    job_not_undoable: 409,
    job_person_gone: 403,
  },
);
