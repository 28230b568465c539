import { deleteTelegramFiles } from '#modules/files/public/dialogs.ts';
import { forgetAddresses, type Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { deleteDialogs, type Erased, insertForgotten, listDialogsOf } from '../store/forgotten.ts';
import { messengerAddresses } from './suppressed-people.ts';

type Hashing = Pick<Registry, 'hashOf'>;

/** Identifies an erased person at Telegram without storing the id. */
export const hashOfPeer = ({ hashOf }: Hashing, companyId: number, peerId: number): Promise<Buffer> => hashOf(companyId, `peer ${peerId}`);

/**
 * DEC-14: erases the dialogs with a person and marks them, because Telegram still has the messages
 * and a sync would restore them. Returns the store keys of the files.
 */
export async function forgetDialogs(tx: Tx, hashing: Hashing, erased: Erased): Promise<string[]> {
  const dialogs = await listDialogsOf(tx, erased);
  for (const { company_id: companyId, account_id: accountId, peer_id: peerId, username, up_to: upTo } of dialogs) {
    await forgetAddresses(tx, messengerAddresses({ username, peerId }), companyId);
    if (peerId === null) continue;
    const mark = { company_id: companyId, account_id: accountId, peer_hash: await hashOfPeer(hashing, companyId, peerId), up_to: upTo };
    await insertForgotten(tx, mark);
  }
  const ids = dialogs.map(({ id }) => id);
  // Dialogs before files: storing a file locks its dialog, so a concurrent upload is found here.
  await deleteDialogs(tx, ids);
  return deleteTelegramFiles(tx, ids);
}
