import { storableText } from '@headwater/domain/storable-text';
import { secondMs } from '@headwater/domain/time/durations';
import type { Tx } from '#platform/database/database.ts';
import { withRetry } from '#platform/retry.ts';
import { announceDialogs } from '../dialogs/dialogs.ts';
import type { ChangesPage, MessengerMessage, Reacted } from '../messenger-port.ts';
import { changeHeld, findAccount } from '../store/accounts.ts';
import { changeDialog, type DialogRow, findByPeer, lockDialog } from '../store/dialogs.ts';
import { countUnread, type MessageRow, refreshDialogSummary } from '../store/messages.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import { changeBody, dialogsOfNumbers, findByNumber, incrementChanges } from '../store/versions.ts';
import { recordAccountFailure } from '../send/record-failure.ts';
import { isOfCompany, longest, mayPass, recordStop } from './ingest.ts';
import type { AccountContext } from '../worker-services.ts';

const pagesOfTurn = 3;
const mostAtOnce = 1000;

interface Known {
  dialog: DialogRow;
  known: MessageRow;
}

/**
 * `moved`: a frequent change such as a live location. Open screens update, and earlier pages are
 * not reloaded.
 */
type Change = 'none' | 'moved' | 'changed';

/** Changes a known message. Ignores unknown ones, which a sync reads in their current state. */
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
        if (found === 'changed') await incrementChanges(tx, dialog.id);
        await announceDialogs(tx, context.companyId, [dialog.id]);
      }),
    { clock: context.clock, mayPass },
  );

async function react(tx: Tx, known: MessageRow, reactions: string[]): Promise<Change> {
  if (known.reactions.join(' ') === reactions.join(' ')) return 'none';
  await transitions.changeReactions(tx, known.id, reactions);
  return 'changed';
}

export const recordReactions = (context: AccountContext, reacted: Reacted): Promise<void> =>
  withKnown(context, reacted, (tx, { known }) => react(tx, known, reacted.reactions));

async function edit(
  tx: Tx,
  context: AccountContext,
  { found: { dialog, known }, message }: { found: Known; message: MessengerMessage },
): Promise<Change | 'older'> {
  const { editedAt } = message;
  // The edit is from before the account belonged to the company.
  if (editedAt !== null && !isOfCompany({ sentAt: editedAt }, context.since)) return 'none';
  // Telegram reports whole seconds.
  const isOlder = editedAt !== null && known.edited_at !== null && known.edited_at.getTime() - editedAt.getTime() >= secondMs;
  const body = storableText(message.text).slice(0, longest);
  if (isOlder) return 'older';
  if (body === known.body_text) return 'none';
  // Locations and polls change without an edit.
  if (known.kind === 'location' || known.kind === 'poll') {
    await transitions.changeText(tx, known.id, { body_text: body });
    return 'moved';
  }
  // Only formatting changed, or the stored text predates the support of link URLs.
  if (editedAt === null || storableText(message.written) === known.body_text) {
    await transitions.changeText(tx, known.id, { body_text: body });
    return 'changed';
  }
  await changeBody(tx, known, { body, at: editedAt });
  await recordStop(tx, context, { dialog, messages: [message] });
  return 'changed';
}

export const recordEdit = (context: AccountContext, message: MessengerMessage): Promise<void> =>
  withKnown(context, message, async (tx, found) => {
    if (found.known.is_out !== message.isOut) return 'none';
    const edited = await edit(tx, context, { found, message });
    if (edited === 'older') return 'none';
    const reacted = await react(tx, found.known, message.reactions);
    return reacted === 'none' ? edited : reacted;
  });

/**
 * Marks messages as deleted; Telegram does not report by whom. Their text stays, and no reply is
 * due.
 */
async function takeSome(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  await context.database.inCompany(context.companyId, async (tx) => {
    const ids = await dialogsOfNumbers(tx, context.accountId, telegramIds);
    for (const id of ids) {
      const dialog = await lockDialog(tx, id);
      if (!dialog) continue;
      await transitions.recordDeletion(tx, { dialogId: id, telegramIds, at: context.clock.now() });
      await changeDialog(tx, id, { unread_count: await countUnread(tx, id, dialog.read_up_to) });
      await incrementChanges(tx, id);
      await refreshDialogSummary(tx, id);
    }
    if (ids.length > 0) await announceDialogs(tx, context.companyId, ids);
  });
}

export async function recordDeletions(context: AccountContext, telegramIds: readonly number[]): Promise<void> {
  for (let from = 0; from < telegramIds.length; from += mostAtOnce)
    await withRetry(() => takeSome(context, telegramIds.slice(from, from + mostAtOnce)), { clock: context.clock, mayPass });
}

async function takePage(context: AccountContext, { edited, reacted, deleted, place }: ChangesPage): Promise<void> {
  for (const message of edited) await recordEdit(context, message);
  for (const one of reacted) await recordReactions(context, one);
  await recordDeletions(context, deleted);
  const { companyId, accountId, workerId: worker } = context;
  await context.database.inCompany(companyId, (tx) => changeHeld(tx, accountId, { worker, change: { processed_pts: place } }));
}

/** Processes missed edits and deletions. Returns 'end', 'more', or the end of a wait. */
export async function recordMissedChanges(context: AccountContext): Promise<'end' | 'more' | { until: number | undefined }> {
  for (let pages = 0; pages < pagesOfTurn; pages += 1) {
    const account = await context.database.readInCompany(context.companyId, (tx) => findAccount(tx, context.accountId));
    const page = await context.line.changes(account?.processed_pts ?? null);
    if (!page.ok) return { until: (await recordAccountFailure(context, page.failure))?.until.getTime() };
    await takePage(context, page);
    if (page.isLast) return 'end';
  }
  return 'more';
}
