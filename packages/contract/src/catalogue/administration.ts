import { entries } from './entries.ts';
import en from '../texts/administration/en.json' with { type: 'json' };
import ru from '../texts/administration/ru.json' with { type: 'json' };

/** Messages of companies, who works in them, and their accounts. */
export const administrationMessages = entries(
  { en, ru },
  {
    api_access_off: 403,
    company_own: 409,
    not_with_token: 403,
    token_scope: 403,
    user_switched_off: 409,
  },
);
