import { deactivateUser } from '#modules/accounts/public/manage-users.ts';
import { checkLastAdmin } from '#modules/employees/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { notFound } from '../protocol/error.ts';
import type { Client, ScimServices } from '../services.ts';
import { findUserRow, forgetManaged, saveManaged, type UserRow } from '../store/users.ts';
import { lockUser } from './lock-user.ts';

interface Sought {
  id: number;
  /** Throws ScimError if the request applies to another version. */
  check(row: UserRow): void;
}

async function lockForExit(tx: Tx, client: Client, { id, check }: Sought) {
  const { company, user, row } = await lockUser(tx, client, id);
  check(row);
  await checkLastAdmin(tx, { before: user, after: { ...user, is_active: false }, company });
  return { user, row };
}

/** Throws ScimError and employee_last_admin. */
export async function deactivate({ database, clock }: ScimServices, client: Client, sought: Sought): Promise<UserRow> {
  const { companyId } = client;
  return database.inCompany(companyId, async (tx) => {
    const { user, row } = await lockForExit(tx, client, sought);
    await deactivateUser(tx, user);
    const { user_name: userName, external_id: externalId, emails } = row;
    await saveManaged(tx, { userId: user.id, companyId, userName, externalId, emails, now: clock.now() });
    const after = await findUserRow(tx, companyId, user.id);
    if (!after) throw notFound();
    return after;
  });
}

/** Administrators can restore the account. Throws ScimError and employee_last_admin. */
export async function removeUser({ database, clock, stopSending }: ScimServices, client: Client, sought: Sought): Promise<void> {
  const afterwards = await database.inCompany(client.companyId, async (tx) => {
    const { user } = await lockForExit(tx, client, sought);
    await deactivateUser(tx, user, { deleted_at: clock.now() });
    await forgetManaged(tx, user.id);
    return stopSending(tx, user.id);
  });
  await afterwards();
}
