import { entries } from './entries.ts';
import en from '../texts/core/en.json' with { type: 'json' };
import ru from '../texts/core/ru.json' with { type: 'json' };

export const coreMessages = entries(
  { en, ru },
  {
    data_not_displayed: 500,
    version_unknown: 406,
    body_too_large: 413,
    body_too_slow: 408,
    media_type: 415,
    wrong_host: 421,
    busy: 503,
    // Clients retry a 503 after a moment, and a disk stays full.
    storage_full: 507,
    storage_read_only: 507,
    license_inactive: 403,
    too_many_requests: 429,
    reading_busy: 429,
    exports_busy: 429,
    merges_busy: 429,
    csrf: 403,
    webhook_signature: 401,
    no_access: 403,
    employee_not_found: 404,
    signin_link_sent: 403,
    signin_code_not_sent: 503,
    signin_code_paused: 403,
    user_disabled: 403,
    location_not_supported: { status: 400, code: 100 },
    age_not_available: { status: 400, code: 102 },
    gender_not_available: { status: 400, code: 103 },
    diversity_not_available: { status: 400, code: 104 },
  },
);
