import { entries } from './entries.ts';
import en from './texts/ai-search/en.json' with { type: 'json' };
import ru from './texts/ai-search/ru.json' with { type: 'json' };

/** Messages of AI search, as AIS-005 has them. */
export const aiSearchMessages = entries(
  { en, ru },
  {
    ai_search_not_started: 503,
    ai_search_failed: 500,
  },
);
