import type { AtsUsers } from '@headwater/contract/ats';
import type { UserVendor } from '@headwater/domain/ats/vendors';
import type { Actor } from '@headwater/domain/roles';
import { findUser } from '#modules/accounts/public.ts';
import { changeConnection, type Connection } from '#modules/connections/public.ts';
import { FieldErrors } from '#platform/errors.ts';
import { ServiceError } from '#platform/fetch/service-api.ts';
import { type AtsServices, callVendor, clientOf, requireConnection, titleOf } from './services.ts';

/** The user of the system who adds people. */
export function chosenUserOf({ settings }: Pick<Connection, 'settings'>): string | null {
  const { userId } = settings;
  return typeof userId === 'string' && userId !== '' ? userId : null;
}

const saveUser = (services: AtsServices, { id, company_id: companyId }: Connection, userId: string) =>
  services.database.inCompany(companyId, (tx) =>
    changeConnection(tx, services, { id, change: ({ settings, secret }) => ({ secret, settings: { ...settings, userId } }) }),
  );

async function readUsers(services: AtsServices, actor: Actor, vendor: UserVendor) {
  const connection = await services.database.inCompany(actor.company.id, (tx) => requireConnection(tx, actor, vendor));
  const users = await callVendor(services, { connection, vendor }, async (client) => (await client.users?.()) ?? []);
  return { connection, users };
}

/** ATS-053 */
export async function listUsers(services: AtsServices, actor: Actor, vendor: UserVendor): Promise<AtsUsers> {
  const { connection, users } = await readUsers(services, actor, vendor);
  return { users, user_id: chosenUserOf(connection) };
}

/** ATS-054 */
export async function chooseUser(
  services: AtsServices,
  actor: Actor,
  { vendor, userId }: { vendor: UserVendor; userId: string },
): Promise<AtsUsers> {
  const { connection, users } = await readUsers(services, actor, vendor);
  if (!users.some(({ id }) => id === userId)) throw new FieldErrors({ user_id: { key: 'ats_user_gone', parts: titleOf(vendor) } });
  await saveUser(services, connection, userId);
  return { users, user_id: userId };
}

/** The user with the address of the person who connects. Without one, a person chooses later. */
export async function chooseOwnUser(services: AtsServices, actor: Actor, connection: Connection): Promise<void> {
  const own = await services.database.inCompany(actor.company.id, (tx) => findUser(tx, actor.userId));
  try {
    const users = (await clientOf(services, connection).users?.()) ?? [];
    const same = users.find(({ email }) => email?.toLowerCase() === own?.email.toLowerCase());
    if (same) await saveUser(services, connection, same.id);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    services.log.warn({ connectionId: connection.id, reason: error.message }, 'users of the system not read');
  }
}
