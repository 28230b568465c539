import { defineMergeStep } from '#modules/profiles/public.ts';
import { moveDialogs } from './store/dialogs.ts';

/** Dialogs go with the person. */
export const telegramMergeStep = defineMergeStep<{ dialogs: number[] }>({
  name: 'telegram_dialogs',
  async absorb(tx, { from, into }) {
    const dialogs = await moveDialogs(tx, { from, into });
    return dialogs.length > 0 ? { dialogs } : undefined;
  },
  giveBack: async (tx, { from, into }, { dialogs }) => void (await moveDialogs(tx, { from: into, into: from, only: dialogs })),
});
