import { entries } from './entries.ts';
import en from './texts/message-generation/en.json' with { type: 'json' };
import ru from './texts/message-generation/ru.json' with { type: 'json' };

/** Messages of texts that a language model writes for candidates. */
export const messageGenerationMessages = entries(
  { en, ru },
  {
    llm_mailing_running: 409,
    llm_mailing_none: 409,
  },
);
