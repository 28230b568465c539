import { listUsers } from '#modules/accounts/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { type AccountRow, listManagers } from '../store/accounts.ts';

/** More than the administrators and managers of any company. */
const most = 1000;

interface AccountNews {
  what: 'disconnected' | 'frozen';
  now: Date;
}

/** Notifies everybody who may reconnect the account, once per sign-in and once per freeze. */
export async function notifyManagers(tx: Tx, account: AccountRow, { what, now }: AccountNews): Promise<void> {
  const isFrozen = what === 'frozen';
  const key = `${account.id}:${account.session_number}`;
  const [admins, managers] = [
    await listUsers(tx, { roles: ['admin'], limit: most }),
    await listUsers(tx, { ids: await listManagers(tx), limit: most }),
  ];
  for (const userId of new Set([...admins, ...managers].map(({ id }) => id))) {
    await raiseNotice(tx, {
      companyId: account.company_id,
      userId,
      about: { kind: 'messenger', detail: account.phone_number, is_frozen: isFrozen },
      key: isFrozen ? `${key}:${now.getTime()}` : key,
      objectId: account.id,
      now,
    });
  }
}
