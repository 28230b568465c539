import { entries } from './entries.ts';
import en from '../texts/ai/en.json' with { type: 'json' };
import ru from '../texts/ai/ru.json' with { type: 'json' };

export const aiMessages = entries(
  { en, ru },
  { ai_search_not_started: 503, ai_search_failed: 500, llm_mailing_running: 409, llm_mailing_none: 409 },
);
