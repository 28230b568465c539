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
    rejection_reason_status: 409,
    job_over: 409,
    job_runs: 409,
    job_not_undoable: 409,
    job_person_gone: 403,
    ats_not_available: 403,
    ats_not_connected: 409,
    ats_broken: 409,
    ats_failed: 409,
    ats_limit: 409,
    ats_rejected: 409,
    ats_rights: 409,
    ats_no_email: 409,
    ats_not_sent: 409,
    ats_not_in_job: 409,
    ats_unknown_outcome: 409,
    ats_other_account: 409,
    ats_only_admins: 403,
    ats_user_missing: 409,
    ats_import_running: 409,
    ats_import_repeats: 409,
    ats_import_disconnected: 409,
  },
);
