import { entries } from './entries.ts';
import en from './texts/vacancy-descriptions/en.json' with { type: 'json' };
import ru from './texts/vacancy-descriptions/ru.json' with { type: 'json' };

/** Messages of descriptions that a language model writes. */
export const vacancyDescriptionMessages = entries({ en, ru });
