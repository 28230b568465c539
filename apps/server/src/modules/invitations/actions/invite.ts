import type { Language, MessageKey } from '@headwater/contract/errors';
import type { InvitationView } from '@headwater/contract/invitations';
import type { Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { FieldErrors } from '#platform/errors.ts';
import {
  addUser,
  changeUser,
  deletePendingRegistration,
  isAddressTaken,
  type NewUserColumns,
} from '#modules/accounts/public/manage-users.ts';
import { findUserByEmail, findUserOfCompany, type User } from '#modules/accounts/public.ts';
import { hasOwnSignIn } from '#modules/accounts/public/sign-in.ts';
import { type Company, requireDomain } from '#modules/companies/public.ts';
import { checkSeats, departmentNamed } from '#modules/employees/public.ts';
import { presentInvitation } from '../present.ts';
import { findInvitation, findInvitationOfUser, insertInvitation, renewKey } from '../store.ts';
import { type InvitationServices, type Inviter, lockInviting, newKey, sendKey } from './send-key.ts';

export interface Invitation {
  email: string;
  role: InvitationView['role'];
  company_id?: number | undefined;
  can_search?: boolean | undefined;
  department?: string | undefined;
  language?: Language | undefined;
}

const isInUse = async (tx: Tx, { hasOtherWay }: Pick<InvitationServices, 'hasOtherWay'>, user: User): Promise<boolean> =>
  user.last_seen_at !== null || (await hasOwnSignIn(tx, user)) || hasOtherWay(tx, user.id);

const isRevoked = (user: User, invitation: { accepted_at: Date | null } | undefined): boolean =>
  !user.is_active && !user.is_activated && invitation?.accepted_at === null;

async function findConflict(
  tx: Tx,
  services: Pick<InvitationServices, 'hasOtherWay'>,
  { user, role }: { user: User; role: string },
): Promise<MessageKey | undefined> {
  const invitation = await findInvitationOfUser(tx, user.id);
  if (isRevoked(user, invitation)) return undefined;
  if (!user.is_active) return 'employee_off';
  if (invitation?.accepted_at === null) return 'employee_invited';
  // Created without a password or invitation and never used: this invitation opens it.
  if (invitation || (await isInUse(tx, services, user))) return 'employee_here';
  return user.role === role ? undefined : 'employee_here';
}

/** Does not reveal an account in another company. Its owner sees it when opening the link. */
async function addAccount(tx: Tx, account: NewUserColumns, isElsewhere: boolean): Promise<number> {
  if (isElsewhere) return (await addUser(tx, { ...account, is_address_pending: true })).id;
  let id = 0;
  const failure = await inSavepoint(tx, async () => {
    ({ id } = await addUser(tx, account));
  });
  if (!failure) return id;
  if (!isAddressTaken(failure)) throw failure;
  return addAccount(tx, account, true);
}

/** Reuses an account that an administrator created without a password. Throws FieldErrors. */
async function createOrReuseAccount(
  tx: Tx,
  services: Pick<InvitationServices, 'hasOtherWay'>,
  { company, account }: { company: Company; account: Omit<NewUserColumns, 'company_id'> & Rights },
): Promise<number> {
  await deletePendingRegistration(tx, account.email);
  const user = await findUserOfCompany(tx, company.id, account.email);
  const isElsewhere = (await findUserByEmail(tx, account.email)) !== undefined;
  const fault = user && (await findConflict(tx, services, { user, role: account.role }));
  if (fault) throw new FieldErrors({ email: fault });
  if (account.role === 'hm') requireDomain(company, account.email);
  if (user?.is_active) return (await changeUser(tx, user, { is_activated: false, language: account.language })).id;
  await checkSeats(tx, { before: undefined, after: { ...account, is_active: true }, company });
  if (user) return (await changeUser(tx, user, { ...account, is_active: true, deleted_at: null })).id;
  return addAccount(tx, { ...account, company_id: company.id }, isElsewhere);
}

interface Rights {
  role: InvitationView['role'];
  can_search: boolean;
}

/** EMP-081, EMP-030. Throws FieldErrors, not_found and too_many_requests. */
export async function invite(services: InvitationServices, inviter: Inviter, input: Invitation): Promise<InvitationView> {
  const { database, clock, sendsSystemMail } = services;
  const { actor } = inviter;
  const { email, role } = input;
  if (!sendsSystemMail) throw new FieldErrors({ non_field_errors: 'invitation_without_email' });
  if (input.can_search !== undefined && role !== 'worker') throw new FieldErrors({ can_search: 'invitation_search_by_role' });
  const canSearch = role === 'admin' || (role === 'worker' && (input.can_search ?? true));
  const language = input.language ?? actor.language;
  const now = clock.now();
  return database.asSystem(async (tx) => {
    const company = await lockInviting(tx, actor, input.company_id);
    const rights = { role, can_search: canSearch, data_enrichment_enabled: canSearch };
    const part = input.department
      ? { department_id: await departmentNamed(tx, { companyId: company.id, name: input.department, now }) }
      : {};
    const account = { email, language, date_joined: now, is_activated: false, ...rights, ...part };
    const userId = await createOrReuseAccount(tx, services, { company, account });
    const key = newKey(now);
    const invitation = { companyId: company.id, userId, email, invitedBy: actor.userId, keyHash: key.hash, now, expiresAt: key.expiresAt };
    const revoked = await findInvitationOfUser(tx, userId);
    const id = revoked?.id ?? (await insertInvitation(tx, invitation));
    if (revoked) await renewKey(tx, id, { email, key_hash: key.hash, sent_at: now, expires_at: key.expiresAt });
    await sendKey(tx, services, { inviter, company, key, to: email, role, language });
    const row = await findInvitation(tx, id);
    if (!row) throw new Error('the invitation is gone');
    return presentInvitation(row);
  });
}

/** EMP-040, EMP-081. Throws too_many_requests. */
export async function inviteAdded(
  tx: Tx,
  services: InvitationServices,
  { inviter, company, user }: { inviter: Inviter; company: Company; user: User },
): Promise<void> {
  const now = services.clock.now();
  const key = newKey(now);
  const { id: userId, email, language } = user;
  const invitation = {
    companyId: company.id,
    userId,
    email,
    invitedBy: inviter.actor.userId,
    keyHash: key.hash,
    now,
    expiresAt: key.expiresAt,
  };
  await insertInvitation(tx, invitation);
  const role = user.role as InvitationView['role'];
  await sendKey(tx, services, { inviter, company, key, to: email, role, language: language ?? inviter.actor.language });
}
