import { aiSearch } from './ai-search.ts';
import { llmMailings, messageGeneration } from './message-generation.ts';
import { vacancyDescriptions } from './vacancy-descriptions.ts';

export const ai = { aiSearch, llmMailings, messageGeneration, vacancyDescriptions };
