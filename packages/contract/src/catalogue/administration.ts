import { entries } from './entries.ts';
import en from '../texts/administration/en.json' with { type: 'json' };
import ru from '../texts/administration/ru.json' with { type: 'json' };

/** Messages of companies, who works in them, and their accounts. */
export const administrationMessages = entries({ en, ru }, { company_own: 409 });
