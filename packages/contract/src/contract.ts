import { accounts } from './accounts.ts';

/** The whole API: one entry per noun. */
export const contract = { accounts };
