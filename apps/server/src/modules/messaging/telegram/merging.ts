import { defineMergeStep } from '#modules/profiles/public.ts';
import { holdDialogsOf, moveDialogs } from './store/dialogs.ts';

/** Dialogs go with the person. Whoever sends or takes answers in holds a dialog first, and the recipients of mailings after it. */
export const telegramMergeStep = defineMergeStep<{ dialogs: number[] }>({
  name: 'telegram_dialogs',
  hold: (tx, { from, into }) => holdDialogsOf(tx, [from, into]),
  async absorb(tx, { from, into }) {
    const dialogs = await moveDialogs(tx, { from, into });
    return dialogs.length > 0 ? { dialogs } : undefined;
  },
  giveBack: async (tx, { from, into }, { dialogs }) => void (await moveDialogs(tx, { from: into, into: from, only: dialogs })),
});
