import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });

/** The name of a mailing, and what it says to whoever is added to it by hand, as the letters of a model are each for one person. */
export const firstText = (language: Language) => ({
  name: read('name', language),
  subject: read('subject', language),
  body: read('body', language),
});
