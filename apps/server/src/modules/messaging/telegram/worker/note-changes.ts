import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { withRetry } from '#platform/retry.ts';
import { announceDialogs } from '../actions/dialogs.ts';
import type { ChangesPage, MessengerMessage, Reacted } from '../messenger-port.ts';
import { changeHeld, findAccount } from '../store/accounts.ts';
import { changeDialog, type DialogRow, findByPeer, lockDialog } from '../store/dialogs.ts';
import { countUnread, type MessageRow, noteLast } from '../store/messages.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { changeBody, dialogsOfNumbers, findByNumber, noteChange } from '../store/versions.ts';
import { noteFailure } from './note-account.ts';
import { isOfCompany, longest, mayPass, noteStop } from './ingest.ts';
import type { AccountContext } from './services.ts';

/** Pages of changes that are read before what waits to be sent goes on. */
const pagesOfTurn = 3;
/** Messages that are looked up at once. */
const mostAtOnce = 1000;

interface Known {
  dialog: DialogRow;
  known: MessageRow;
}

/** `moved`: it goes on and on, as a place does, and only who has it in front of them sees it at once; the pages above are not read again for it. */
type Change = 'none' | 'moved' | 'changed';

/** With a message that is known; one that is not is read as it is now. Those who look at the dialog are told where it has changed. */
const withKnown = (
  context: AccountContext,
  { peerId, id }: { peerId: number; id: number },
  change: (tx: Tx, found: Known) => Promise<Change>,
) =>
  withRetry(
    () =>
      context.database.inCompany(context.companyId, async (tx) => {
        const dialog = await findByPeer(tx, context.accountId, peerId);
        const known = dialog && (await findByNumber(tx, context.accountId, id));
        if (known?.dialog_id !== dialog?.id || !known || !dialog) return;
        const found = await change(tx, { dialog, known });
        if (found === 'none') return;
        if (found === 'changed') await noteChange(tx, dialog.id);
        await announceDialogs(tx, context.companyId, [dialog.id]);
      }),
    { clock: context.clock, mayPass },
  );

/** What the person has put below a message, as it is now. */
async function react(tx: Tx, known: MessageRow, reactions: string[]): Promise<Change> {
  if (known.reactions.join(' ') === reactions.join(' ')) return 'none';
  await transitions.changeReactions(tx, known.id, reactions);
  return 'changed';
}

export const takeReactions = (context: AccountContext, reacted: Reacted): Promise<void> =>
  withKnown(context, reacted, (tx, { known }) => react(tx, known, reacted.reactions));

/** Somebody has changed what they wrote. */
async function edit(
  tx: Tx,
  context: AccountContext,
  { found: { dialog, known }, message }: { found: Known; message: MessengerMessage },
): Promise<Change | 'older'> {
  const { editedAt } = message;
  // Said when the account was not the company's.
  if (editedAt !== null && !isOfCompany({ sentAt: editedAt }, context.since)) return 'none';
  // Telegram tells of whole seconds.
  const isOlder = editedAt !== null && known.edited_at !== null && known.edited_at.getTime() - editedAt.getTime() >= secondMs;
  const body = storableText(message.text).slice(0, longest);
  if (isOlder) return 'older';
  if (body === known.body_text) return 'none';
  // A place moves and a poll counts by themselves.
  if (known.kind === 'location' || known.kind === 'poll') {
    await transitions.changeText(tx, known.id, { body_text: body });
    return 'moved';
  }
  // Something else of it changed, and it is known from before addresses behind words were told.
  if (editedAt === null || storableText(message.written) === known.body_text) {
    await transitions.changeText(tx, known.id, { body_text: body });
    return 'changed';
  }
  await changeBody(tx, known, { body, at: editedAt });
  await noteStop(tx, context, { dialog, messages: [message] });
  return 'changed';
}

/** A message is another one: its words, what the person has put below it, or both. */
export const takeEdit = (context: AccountContext, message: MessengerMessage): Promise<void> =>
  withKnown(context, message, async (tx, found) => {
    if (found.known.is_out !== message.isOut) return 'none';
    const edited = await edit(tx, context, { found, message });
    if (edited === 'older') return 'none';
    const reacted = await react(tx, found.known, message.reactions);
    return reacted === 'none' ? edited : reacted;
  });

/** Messages were taken away at Telegram, which does not say by whom. Their words stay to be read, and nothing is owed to them any more. */
async function takeSome(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const ids = await dialogsOfNumbers(tx, context.accountId, telegramIds);
    for (const id of ids) {
      const dialog = await lockDialog(tx, id);
      if (!dialog) continue;
      await transitions.recordDeletion(tx, { dialogId: id, telegramIds, at: context.clock.now() });
      await changeDialog(tx, id, { unread_count: await countUnread(tx, id, dialog.read_up_to) });
      await noteChange(tx, id);
      await noteLast(tx, id);
    }
    if (ids.length > 0) await announceDialogs(tx, context.companyId, ids);
  });
}

export async function takeDeletions(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  for (let from = 0; from < telegramIds.length; from += mostAtOnce)
    await withRetry(() => takeSome(context, telegramIds.slice(from, from + mostAtOnce)), { clock: context.clock, mayPass });
}

async function takePage(context: AccountContext, { edited, reacted, deleted, place }: ChangesPage): Promise<void> {
  for (const message of edited) await takeEdit(context, message);
  for (const one of reacted) await takeReactions(context, one);
  await takeDeletions(context, deleted);
  const { companyId, accountId, workerId: worker } = context;
  await context.database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker, change: { processed_pts: place } }));
}

/** Takes up edits and deletions that were missed, as far as Telegram tells of them: to the end, as there are more, or where Telegram says nothing for now. */
export async function takeMissedChanges(context: AccountContext): Promise<'end' | 'more' | { until: number | undefined }> {
  for (let pages = 0; pages < pagesOfTurn; pages += 1) {
    const account = await context.database.readInCompany(context.companyId, (tx) => findAccount(tx, context.accountId));
    const page = await context.line.changes(account?.processed_pts ?? null);
    if (!page.ok) return { until: (await noteFailure(context, page.failure))?.until.getTime() };
    await takePage(context, page);
    if (page.isLast) return 'end';
  }
  return 'more';
}
