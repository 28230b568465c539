import type { OpenedInvitation } from '@headwater/contract/invitations';
import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import {
  type Acceptance,
  activateInvited,
  deletePendingRegistration,
  isAddressTaken,
  requireUnreserved,
  yieldAddress,
} from '#modules/accounts/public/manage-users.ts';
import { findUser, findUserByEmail, type User } from '#modules/accounts/public.ts';
import { openSession, requireMaySignIn } from '#modules/accounts/public/sign-in.ts';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { findByKey, acceptByKey } from '../store.ts';
import type { InvitationServices } from './send-key.ts';

type Services = Pick<InvitationServices, 'database' | 'clock'>;
type SignInRules = Parameters<typeof requireMaySignIn>[1];

async function isTaken(tx: Tx, user: User): Promise<boolean> {
  const other = user.is_address_pending ? await findUserByEmail(tx, user.email) : undefined;
  return other !== undefined && other.is_activated;
}

/** EMP-082. Throws invitation_not_found, alike for all invalid keys. */
export async function readInvitation({ database, clock, mustUseProvider }: Services & SignInRules, key: string): Promise<OpenedInvitation> {
  const now = clock.now();
  const found = await database.asSystem(async (tx) => {
    const row = await findByKey(tx, hashToken(key), now);
    const user = row && (await findUser(tx, row.user_id));
    if (!row || !user) return undefined;
    return { row, mustUseSso: await mustUseProvider(tx, user, now), addressTaken: await isTaken(tx, user) };
  });
  if (!found) throw new AppError('invitation_not_found');
  const { row, mustUseSso, addressTaken } = found;
  return {
    email: row.address,
    role: row.role as OpenedInvitation['role'],
    language: row.language ?? (row.region === 'russia' ? 'ru' : 'en'),
    company_name: row.company_name,
    invited_by: row.inviter || null,
    must_use_sso: mustUseSso,
    address_taken: addressTaken,
  };
}

export type Accepted = Omit<Acceptance, 'passwordHash'> & { password: string };
type Origin = Parameters<typeof openSession>[1]['origin'];

/** Takes the address from other pending invitations. */
async function activate(tx: Tx, userId: number, acceptance: Acceptance): Promise<User | undefined> {
  const invited = await findUser(tx, userId);
  if (invited?.is_address_pending) {
    await deletePendingRegistration(tx, invited.email);
    await yieldAddress(tx, invited.email, userId);
  }
  let user: User | undefined;
  const failure = await inSavepoint(tx, async () => {
    if (invited) await requireUnreserved(tx, invited.email, userId);
    user = await activateInvited(tx, userId, acceptance);
  });
  if (failure) throw isAddressTaken(failure) ? new AppError('invitation_address_taken') : failure;
  return user;
}

/** EMP-083. Throws invitation_not_found, invitation_address_taken and sso_required. */
export async function accept(services: Services & SignInRules, { key, password, ...person }: Accepted & { key: string }, origin: Origin) {
  const { database, clock } = services;
  await readInvitation(services, key);
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return database.asSystem(async (tx) => {
    const userId = await acceptByKey(tx, hashToken(key), now);
    const user = userId === undefined ? undefined : await activate(tx, userId, { ...person, passwordHash });
    if (!user) throw new AppError('invitation_not_found');
    await requireMaySignIn(tx, services, { user, now });
    return openSession(tx, { user, origin, next: undefined, now, way: 'invitation' });
  });
}
