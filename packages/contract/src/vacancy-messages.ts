import type { Entry } from './catalogue.ts';

/** Messages of this area; same form as the core catalogue. */
export const vacancyMessages = {} satisfies Record<string, Entry>;
