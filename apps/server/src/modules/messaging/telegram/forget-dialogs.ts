import { deleteFilesById } from '#modules/files/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { deleteDialogsOf } from './store/dialogs.ts';

/** DEC-14: what was said with a person who is erased, in all companies. The keys of the bytes that hung on it. */
export const forgetDialogs = async (tx: Tx, profileId: number): Promise<string[]> =>
  deleteFilesById(tx, await deleteDialogsOf(tx, profileId));
