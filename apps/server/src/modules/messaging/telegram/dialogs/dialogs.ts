import { telegramUsername } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import { defaultAccess } from '#modules/messaging/settings/public.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { dialogsLeft } from '../present.ts';
import { type AccountRow, findAccount, listAccounts, lockAccount } from '../store/accounts.ts';
import { byRoom } from '../rules.ts';
import { changeDialog, type DialogRow, dialogsOfMessages, insertDialog, isNameTaken, listByName, lockDialog } from '../store/dialogs.ts';
import { forgetUnlinked } from '../store/unlinked.ts';
import { linkManually, requireSameName } from './link-dialog.ts';
import { requireDialog, requireLocked } from './require-dialog.ts';
import { mayKnowDialogs } from '../store/visibility.ts';
import { dialogOfMessage } from '../store/mailing-messages.ts';
import { refreshDialogSummary } from '../store/messages.ts';

function requireUsername(typed: string): string {
  const username = telegramUsername(typed);
  if (!username) throw new FieldErrors({ username: 'telegram_username_invalid' });
  return username;
}

export const announceDialogs = (tx: Tx, companyId: number, ids: readonly number[]) =>
  publish(tx, { companyId, topic: 'telegram_dialogs', ids });

const isFrozen = ({ state, frozen_since: since }: AccountRow): boolean => state === 'connected' && since !== null;

/** The chosen account, or the usable one with the most new dialogs left today. */
async function chooseAccount(tx: Tx, actor: Actor, { accountId, now }: { accountId: number | undefined; now: Date }): Promise<AccountRow> {
  const left = async (rows: readonly AccountRow[]) => dialogsLeft(tx, rows, { companyId: actor.company.id, now });
  if (accountId !== undefined) {
    const chosen = await findAccount(tx, accountId);
    if (!chosen || chosen.state === 'removed') throw new AppError('not_found');
    if (isFrozen(chosen)) throw new AppError('telegram_account_frozen');
    if ((await left([chosen]))(chosen) <= 0) throw new AppError('telegram_account_limit');
    return chosen;
  }
  const all = await listAccounts(tx);
  if (all.length === 0) throw new AppError('telegram_no_account');
  const connected = all.filter(({ state }) => state === 'connected');
  if (connected.length > 0 && connected.every(isFrozen)) throw new AppError('telegram_account_frozen');
  const leftOf = await left(all);
  const [best] = all.toSorted(byRoom(now, leftOf));
  if (!best || leftOf(best) <= 0) throw new AppError('telegram_limit_reached');
  return best;
}

interface DialogInput {
  profile_id: number;
  username: string;
  telegram_account_id?: number | undefined;
}

interface Named {
  username: string;
  accountId: number | undefined;
  profileId: number;
}

interface Services {
  registry: Registry;
  now: Date;
}

/**
 * Links an unlinked contact's dialog to the profile. Returns undefined after a concurrent change.
 */
async function linkContact(
  tx: Tx,
  actor: Actor,
  { stranger, profileId, registry, now }: Services & { stranger: DialogRow; profileId: number },
): Promise<DialogRow | undefined> {
  const dialog = await requireLocked(tx, actor, stranger.id);
  if (dialog.profile_id !== null || dialog.username?.toLowerCase() !== stranger.username?.toLowerCase()) return undefined;
  await requireSameName(tx, actor, { dialog, profileId });
  const linked = await linkManually(tx, registry, { dialog, profileId, by: actor.userId, now });
  await announceDialogs(tx, dialog.company_id, [dialog.id]);
  return linked;
}

/**
 * Prefers the profile's dialog, then one of an unlinked contact with the same username. Throws for
 * a dialog of another profile.
 */
async function openDialog(
  tx: Tx,
  actor: Actor,
  { username, accountId, profileId, ...services }: Named & Services,
): Promise<DialogRow | undefined> {
  const dialogs = await listByName(tx, username);
  const isOpen = (row: DialogRow) => row.access_type === 'public' || row.created_by === actor.userId;
  const fitting = dialogs.filter((row) => accountId === undefined || row.account_id === accountId);
  const own = fitting.find((row) => isOpen(row) && row.profile_id === profileId);
  if (own) return own;
  const others = dialogs.filter((row) => row.profile_id !== null && row.profile_id !== profileId);
  if (others.length > 0) throw new AppError(others.some(isOpen) ? 'telegram_dialog_elsewhere' : 'telegram_dialog_private');
  const stranger = fitting.find((row) => isOpen(row) && row.profile_id === null);
  if (stranger) {
    const taken = await linkContact(tx, actor, { stranger, profileId, ...services });
    return taken ?? openDialog(tx, actor, { username, accountId, profileId, ...services });
  }
  if (fitting.length > 0) throw new AppError('telegram_dialog_private');
  return undefined;
}

export async function getOrCreate(
  tx: Tx,
  actor: Actor,
  { input, registry, now }: Services & { input: DialogInput },
): Promise<{ dialog: DialogRow; isNew: boolean }> {
  await requireProfile(tx, input.profile_id);
  const username = requireUsername(input.username);
  const accountId = input.telegram_account_id;
  const known = await openDialog(tx, actor, { username, accountId, profileId: input.profile_id, registry, now });
  if (known) return { dialog: known, isNew: false };
  const account = await chooseAccount(tx, actor, { accountId, now });
  await lockAccount(tx, account.id);
  const dialog = await insertDialog(tx, {
    company_id: actor.company.id,
    account_id: account.id,
    profile_id: input.profile_id,
    username,
    access_type: await defaultAccess(tx, actor.company.id),
    created_by: actor.userId,
    created_at: now,
    last_at: now,
  });
  if (!dialog) return getOrCreate(tx, actor, { input, registry, now });
  await forgetUnlinked(tx, dialog, input.profile_id);
  await announceDialogs(tx, actor.company.id, [dialog.id]);
  return { dialog, isNew: true };
}

interface Change {
  id: number;
  access_type?: 'public' | 'private' | undefined;
  username?: string | undefined;
}

export async function change(tx: Tx, actor: Actor, { id, access_type: accessType, username: typed }: Change): Promise<DialogRow> {
  if (typed !== undefined) await lockAccount(tx, (await requireDialog(tx, actor, id)).account_id);
  const dialog = await requireLocked(tx, actor, id);
  if (dialog.created_by !== actor.userId && dialog.created_by !== null) throw new AppError('telegram_not_dialog_owner');
  const username = typed === undefined ? undefined : requireUsername(typed);
  if (username !== undefined && dialog.peer_id !== null) throw new AppError('telegram_dialog_started');
  if (username !== undefined && (await isNameTaken(tx, dialog, username))) throw new FieldErrors({ username: 'telegram_dialog_private' });
  const changed = await changeDialog(tx, id, {
    ...(accessType === undefined ? {} : { access_type: accessType, created_by: dialog.created_by ?? actor.userId }),
    ...(username === undefined ? {} : { username }),
  });
  await announceDialogs(tx, actor.company.id, [id]);
  return changed ?? dialog;
}

export async function visibleDialogs(
  tx: Tx,
  actor: Actor,
  messageIds: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  if (messageIds.length === 0 || !mayKnowDialogs(actor)) return new Map();
  const rows = await dialogsOfMessages(tx, actor, messageIds);
  return new Map(rows.map(({ message_id: messageId, id, name }) => [messageId, { id, name }]));
}

export async function inConversation<Result>(tx: Tx, messageId: number, change: () => Promise<Result>): Promise<Result> {
  const dialogId = await dialogOfMessage(tx, messageId);
  const dialog = dialogId === undefined ? undefined : await lockDialog(tx, dialogId);
  // A merge deleted the dialog before the lock.
  if (dialogId !== undefined && !dialog) return inConversation(tx, messageId, change);
  const result = await change();
  if (dialog) {
    await refreshDialogSummary(tx, dialog.id);
    await announceDialogs(tx, dialog.company_id, [dialog.id]);
  }
  return result;
}
