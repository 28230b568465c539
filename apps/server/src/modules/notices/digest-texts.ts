import { readTexts } from '@headwater/contract/texts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const read = readTexts({ en, ru });
