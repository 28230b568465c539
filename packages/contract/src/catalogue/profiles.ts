import { entries } from './entries.ts';
import en from '../texts/profiles/en.json' with { type: 'json' };
import ru from '../texts/profiles/ru.json' with { type: 'json' };

export const profileMessages = entries(
  { en, ru },
  {
    profile_not_found: 404,
    profile_deleted: 410,
    profile_in_use: 409,
    resume_closed: 403,
    profile_not_created: 422,
    file_of_many: 422,
    // PEDT-010
    file_unreadable: 406,
    file_encrypted: 406,
    file_pictures: 406,
    file_letters: 406,
    file_slow: 406,
    common_base_person: 403,
    person_erased: 409,
    contact_limit: 403,
    opening_limit: { status: 400, shows: ['hidden', 'available', 'total'] },
    export_limit: { status: 400, shows: ['count', 'hidden', 'available', 'total'] },
    limit_exceeded: 429,
    link_not_found: 404,
    enrichment_quota: { status: 400, shows: ['rows', 'available', 'total'] },
    enrichment_files_deleted: 410,
    table_started: 409,
    enrichment_done: 409,
    enrichment_impossible: 422,
  },
);
