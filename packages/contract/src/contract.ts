import { accounts } from './accounts.ts';
import { files } from './files.ts';
import { profiles } from './profiles.ts';
import { search } from './search.ts';

/** The whole API: one entry per noun. */
export const contract = { accounts, files, profiles, search };
