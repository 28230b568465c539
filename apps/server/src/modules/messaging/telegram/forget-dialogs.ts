import { deleteTelegramFiles } from '#modules/files/public.ts';
import { forgetAddresses, type Registry } from '#modules/messaging/suppressions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { deleteDialogs, type Erased, insertForgotten, listDialogsOf } from './store/forgotten.ts';
import { messengerAddresses } from './suppressed-people.ts';

type Hashing = Pick<Registry, 'hashOf'>;

/** By what an erased person is recognized at Telegram. */
export const hashOfPeer = ({ hashOf }: Hashing, companyId: number, peerId: number): Promise<Buffer> => hashOf(companyId, `peer ${peerId}`);

/**
 * DEC-14: what was said with a person who is erased. Telegram goes on having it: what is there by now is not taken up again. The keys of the bytes that
 * hung on it.
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
  // Dialogs first: who keeps a file holds its dialog, and what was kept until then is found.
  await deleteDialogs(tx, ids);
  return deleteTelegramFiles(tx, ids);
}
