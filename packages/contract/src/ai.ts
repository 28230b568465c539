import { aiSearch } from './ai-search.ts';
import { vacancyDescriptions } from './vacancy-descriptions.ts';

/** What a language model helps with. */
export const ai = { aiSearch, vacancyDescriptions };
