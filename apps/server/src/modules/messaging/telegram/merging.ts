import { defineMergeStep } from '#modules/profiles/public/merging.ts';
import { lockDialogsOf, moveDialogs } from './store/dialogs.ts';
import { lockUnlinked, moveUnlinked } from './store/unlinked.ts';

/**
 * Merges the dialogs and unlinks of two profiles. Locks dialogs before the recipients of mailings,
 * as sending and receiving do.
 */
export const telegramMergeStep = defineMergeStep<{ dialogs: number[]; unlinked?: number[] }>({
  name: 'telegram_dialogs',
  async hold(tx, { from, into }) {
    await lockDialogsOf(tx, [from, into]);
    await lockUnlinked(tx, [from, into]);
  },
  async absorb(tx, { from, into }) {
    const dialogs = await moveDialogs(tx, { from, into });
    const unlinked = await moveUnlinked(tx, { from, into });
    return dialogs.length + unlinked.length > 0 ? { dialogs, unlinked } : undefined;
  },
  async giveBack(tx, { from, into }, { dialogs, unlinked = [] }) {
    await moveDialogs(tx, { from: into, into: from, only: dialogs });
    await moveUnlinked(tx, { from: into, into: from, only: unlinked });
  },
});
