import type { TelegramErrorCode } from '@headwater/domain/outreach/telegram';
import { findAccount } from '../store/accounts.ts';
import { changeDialog, listUnreportedReads } from '../store/dialogs.ts';
import { recordAccountFailure } from '../send/record-failure.ts';
import type { AccountContext } from '../worker-services.ts';

const ofAccount: ReadonlySet<TelegramErrorCode> = new Set(['flood_wait', 'session_ended', 'phone_banned', 'account_frozen', 'unreachable']);

const listWaiting = ({ database, companyId, accountId, clock }: AccountContext) =>
  database.readInCompany(companyId, async (tx) => {
    const account = await findAccount(tx, accountId);
    const { flood_wait_until: wait = null, frozen_since: frozen = null } = account ?? {};
    return frozen !== null || (wait !== null && wait > clock.now()) ? [] : listUnreportedReads(tx, accountId);
  });

/**
 * TG-051: reports read marks to Telegram. A refused dialog is not repeated and does not block the
 * others.
 */
export async function reportReads(context: AccountContext): Promise<void> {
  for (const { id, peer_id: peerId, peer_access: access, read_up_to: upTo } of await listWaiting(context)) {
    if (peerId === null || access === null) continue;
    const answer = await context.line.markRead({ id: peerId, access }, upTo);
    if (!answer.ok && ofAccount.has(answer.failure.code)) return void (await recordAccountFailure(context, answer.failure));
    if (!answer.ok) {
      const { code, detail } = answer.failure;
      context.log.warn({ accountId: context.accountId, dialogId: id, code, detail }, 'Telegram refused a read mark');
    }
    await context.database.inCompany(context.companyId, (tx) => changeDialog(tx, id, { reported_read_up_to: upTo }));
  }
}
