import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import { withRetry } from '#platform/retry.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import type { ChangesPage, MessengerMessage } from '../messenger-port.ts';
import { changeHeld, findAccount } from '../store/accounts.ts';
import { changeDialog, findByPeer, lockDialog } from '../store/dialogs.ts';
import { countUnread, noteLast } from '../store/messages.ts';
import { changeBody, dialogsOfNumbers, findByNumber, noteChange, noteDeleted, replaceBody } from '../store/versions.ts';
import { noteFailure } from './deliver.ts';
import { isOfCompany, longest, mayPass, noteStop } from './ingest.ts';
import type { AccountContext } from './services.ts';

/** Pages of changes that are read before what waits to be sent goes on. */
const pagesOfTurn = 3;
/** Messages that are looked up at once. */
const mostAtOnce = 1000;

/** Somebody has changed what they wrote. One that is not known is read as it is now. */
export const takeEdit = (context: AccountContext, message: MessengerMessage): Promise<void> =>
  withRetry(
    () =>
      context.database.inCompany(context.companyId, async (tx) => {
        const dialog = await findByPeer(tx, context.accountId, message.peerId);
        const known = dialog && (await findByNumber(tx, context.accountId, message.id));
        if (!known || known.dialog_id !== dialog.id || known.is_out !== message.isOut) return;
        const { editedAt } = message;
        // Said when the account was not the company's.
        if (editedAt !== null && !isOfCompany({ sentAt: editedAt }, context.since)) return;
        // Telegram tells of whole seconds.
        const isOlder = editedAt !== null && known.edited_at !== null && known.edited_at.getTime() - editedAt.getTime() >= secondMs;
        const body = storableText(message.text).slice(0, longest);
        if (isOlder || body === known.body) return;
        // A place moves and a poll counts by themselves.
        if (known.kind === 'location' || known.kind === 'poll') await replaceBody(tx, known.id, body);
        else await changeBody(tx, known, { body, at: editedAt ?? context.clock.now() });
        await noteStop(tx, context, { dialog, messages: [message] });
        await noteChange(tx, dialog.id);
        await announceDialogs(tx, context.companyId, [dialog.id]);
      }),
    { mayPass },
  );

/** Messages were taken away at Telegram, which does not say by whom. Their words stay to be read, and nothing is owed to them any more. */
async function takeSome(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const ids = await dialogsOfNumbers(tx, context.accountId, telegramIds);
    for (const id of ids) {
      const dialog = await lockDialog(tx, id);
      if (!dialog) continue;
      await noteDeleted(tx, { dialogId: id, telegramIds, at: context.clock.now() });
      await changeDialog(tx, id, { unread_count: await countUnread(tx, id, dialog.read_up_to) });
      await noteChange(tx, id);
      await noteLast(tx, id);
    }
    if (ids.length > 0) await announceDialogs(tx, context.companyId, ids);
  });
}

export async function takeDeletions(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  for (let from = 0; from < telegramIds.length; from += mostAtOnce)
    await withRetry(() => takeSome(context, telegramIds.slice(from, from + mostAtOnce)), { mayPass });
}

async function takePage(context: AccountContext, { edited, deleted, place }: ChangesPage): Promise<void> {
  for (const message of edited) await takeEdit(context, message);
  await takeDeletions(context, deleted);
  const { companyId, accountId, workerId: worker } = context;
  await context.database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker, change: { changes_up_to: place } }));
}

/** Takes up edits and deletions that were missed, as far as Telegram tells of them: to the end, as there are more, or where Telegram says nothing for now. */
export async function takeMissedChanges(context: AccountContext): Promise<'end' | 'more' | { until: number | undefined }> {
  for (let pages = 0; pages < pagesOfTurn; pages += 1) {
    const account = await context.database.readInCompany(context.companyId, (tx) => findAccount(tx, context.accountId));
    const page = await context.line.changes(account?.changes_up_to ?? null);
    if (!page.ok) return { until: (await noteFailure(context, page.failure))?.until.getTime() };
    await takePage(context, page);
    if (page.isLast) return 'end';
  }
  return 'more';
}
