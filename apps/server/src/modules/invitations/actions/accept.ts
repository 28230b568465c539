import type { OpenedInvitation } from '@headwater/contract/invitations';
import { hashPassword } from '#platform/crypto/passwords.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import { type Acceptance, activateInvited, findUser, openSession, requireMaySignIn } from '#modules/accounts/public.ts';
import { findByKey, takeByKey } from '../store.ts';
import type { InvitationServices } from './send-key.ts';

type Services = Pick<InvitationServices, 'database' | 'clock'>;
type SignInRules = Parameters<typeof requireMaySignIn>[1];

/** EMP-082. Unknown, expired, replaced and accepted ones answer alike. Throws invitation_not_found. */
export async function findOpened({ database, clock, mustUseProvider }: Services & SignInRules, key: string): Promise<OpenedInvitation> {
  const now = clock.now();
  const found = await database.asSystem(async (tx) => {
    const row = await findByKey(tx, hashToken(key), now);
    const user = row && (await findUser(tx, row.user_id));
    return row && { row, mustUseSso: user !== undefined && (await mustUseProvider(tx, user, now)) };
  });
  if (!found) throw new AppError('invitation_not_found');
  const { row, mustUseSso } = found;
  return {
    email: row.address,
    role: row.role as OpenedInvitation['role'],
    language: row.language ?? (row.region === 'russia' ? 'ru' : 'en'),
    company_name: row.company_name,
    invited_by: row.inviter || null,
    must_use_sso: mustUseSso,
  };
}

export type Accepted = Omit<Acceptance, 'passwordHash'> & { password: string };
type Origin = Parameters<typeof openSession>[1]['origin'];

/** EMP-083: the account has a name and a password, and its person a session. The link was e-mailed, so the address is theirs; where their company keeps them to its provider, that opens the account. Throws invitation_not_found and sso_required. */
export async function accept(services: Services & SignInRules, { key, password, ...person }: Accepted & { key: string }, origin: Origin) {
  const { database, clock } = services;
  await findOpened(services, key);
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return database.asSystem(async (tx) => {
    const userId = await takeByKey(tx, hashToken(key), now);
    const user = userId === undefined ? undefined : await activateInvited(tx, userId, { ...person, passwordHash });
    if (!user) throw new AppError('invitation_not_found');
    await requireMaySignIn(tx, services, { user, now });
    return openSession(tx, { user, origin, next: undefined, now, way: 'invitation' });
  });
}
