import { entries } from './catalogue/entries.ts';
import en from './texts/status/en.json' with { type: 'json' };
import ru from './texts/status/ru.json' with { type: 'json' };

/** REQ-036 to REQ-046 */
export const statusTexts = entries(
  { en, ru },
  {
    generic: 500,
    unauthorized: 401,
    forbidden: 403,
    not_found: 404,
    internal: 500,
    invalid_server_response: 502,
    unavailable: 503,
    timeout: 504,
  },
);
