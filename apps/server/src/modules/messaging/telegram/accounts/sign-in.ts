import { telegramPhone } from '@headwater/domain/outreach/telegram';
import { minuteMs } from '@headwater/domain/time/durations';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { inSavepoint } from '#platform/database/savepoint.ts';
import { publish } from '#platform/events/store.ts';
import { AppError } from '#platform/errors.ts';
import type { CodeSent, Messenger, MessengerUser } from '../messenger-port.ts';
import { errorOf, requireConfigured, requireManager } from '../rules.ts';
import { openSession, sealSession } from './sessions.ts';
import { type AccountRow, findByPhone, findRemoved, insertAccount, renewAccount } from '../store/accounts.ts';
import { acceptCode, deleteSignIn, findSignIn, saveSignIn, type SignInRow, takeAttempt } from '../store/sign-ins.ts';

export interface SignInServices {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  messenger: Messenger;
}

/** After this time a new code is required. Codes of Telegram expire earlier. */
const codeLife = 10 * minuteMs;
/** Attempts per code. Telegram blocks an account after a few wrong codes. */
const tries = 5;
const uniqueViolation = '23505';

function requirePhone(typed: string): string {
  const phone = telegramPhone(typed);
  if (!phone) throw new AppError('telegram_phone_number_invalid');
  return phone;
}

/** TG-038: a phone number is one account of one company. A signed-out account may sign in again. */
async function requireFree({ database }: SignInServices, companyId: number, phone: string): Promise<void> {
  const known = await database.readAsSystem((tx) => findByPhone(tx, phone));
  if (!known) return;
  if (known.company_id !== companyId) throw new AppError('telegram_account_elsewhere');
  if (known.state === 'connected') throw new AppError('telegram_account_exists');
}

function keep({ secrets, clock }: SignInServices, tx: Tx, { actor, phone, sent }: { actor: Actor; phone: string; sent: CodeSent }) {
  const owner = { company_id: actor.company.id, phone_number: phone };
  const now = clock.now().getTime();
  return saveSignIn(tx, {
    ...owner,
    session: sealSession(secrets, owner, sent.session),
    code_hash: sent.codeHash,
    delivery: sent.delivery,
    next_delivery: sent.nextDelivery,
    code_length: sent.codeLength,
    resend_at: new Date(now + sent.resendAfter * 1000),
    expires_at: new Date(now + codeLife),
    attempts_left: tries,
    requested_by: actor.userId,
  });
}

const secondsUntil = (moment: Date, now: Date) => Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));

export const presentCode = (row: SignInRow, now: Date) => ({
  phone_number: row.phone_number,
  delivery: row.delivery,
  code_length: row.code_length,
  next_delivery: row.next_delivery,
  resend_after: secondsUntil(row.resend_at, now),
  expires_at: row.expires_at.toISOString(),
  attempts_left: row.attempts_left,
});

/** Requests a code. Calls of Telegram run outside of transactions. */
export async function requestCode(services: SignInServices, actor: Actor, typed: string): Promise<SignInRow> {
  const { database, messenger } = services;
  await database.readInCompany(actor.company.id, (tx) => requireManager(tx, actor));
  requireConfigured(messenger);
  const phone = requirePhone(typed);
  await requireFree(services, actor.company.id, phone);
  const sent = await messenger.requestCode(phone);
  if (!sent.ok) throw errorOf(sent.failure);
  return database.inCompany(actor.company.id, (tx) => keep(services, tx, { actor, phone, sent }));
}

const findOwnSignIn = ({ database }: SignInServices, actor: Actor, phone: string): Promise<SignInRow | undefined> =>
  database.inCompany(actor.company.id, async (tx) => {
    await requireManager(tx, actor);
    return findSignIn(tx, phone);
  });

async function requireSignIn(services: SignInServices, actor: Actor, phone: string): Promise<SignInRow> {
  const { clock } = services;
  const known = await findOwnSignIn(services, actor, phone);
  if (!known) throw new AppError('telegram_code_missing');
  if (known.expires_at <= clock.now()) throw new AppError('telegram_phone_code_expired');
  return known;
}

/** Telegram resends a code only while it is valid. After that, a new one is requested. */
export async function resendCode(services: SignInServices, actor: Actor, typed: string): Promise<SignInRow> {
  const { database, clock, messenger, secrets } = services;
  requireConfigured(messenger);
  const phone = requirePhone(typed);
  const known = await findOwnSignIn(services, actor, phone);
  if (!known || known.expires_at <= clock.now()) return requestCode(services, actor, phone);
  const seconds = secondsUntil(known.resend_at, clock.now());
  if (seconds > 0) throw new AppError('telegram_resend_wait', { seconds });
  if (known.next_delivery === null) throw new AppError('telegram_resend_over');
  const sent = await messenger.resendCode({ session: openSession(secrets, known), phone, codeHash: known.code_hash });
  if (!sent.ok) throw errorOf(sent.failure);
  return database.inCompany(actor.company.id, (tx) => keep(services, tx, { actor, phone, sent }));
}

type Entered = { phone: string; code: string; password: string | undefined };

/**
 * Sends the code, then the password if Telegram requires it. The code stays valid for that
 * (DEC-06).
 */
async function enter(
  services: SignInServices,
  actor: Actor,
  { phone, code, password }: Entered,
): Promise<{ session: string; self: MessengerUser }> {
  const { database, messenger, secrets } = services;
  const known = await requireSignIn(services, actor, phone);
  const session = openSession(secrets, known);
  if (!known.is_code_accepted) {
    if (known.attempts_left <= 0) throw new AppError('telegram_code_tries');
    const answer = await messenger.signIn({ session, phone, codeHash: known.code_hash, code: code.replaceAll(/\s/g, '') });
    if (answer.ok) return answer;
    if (answer.failure.code === 'phone_code_invalid') {
      const left = await database.inCompany(actor.company.id, (tx) => takeAttempt(tx, phone));
      throw new AppError('telegram_phone_code_invalid', { attempts_left: left });
    }
    if (answer.failure.code !== 'password_needed') throw errorOf(answer.failure);
    await database.inCompany(actor.company.id, (tx) => acceptCode(tx, phone));
    if (password === undefined) throw errorOf(answer.failure);
  }
  if (password === undefined) throw new AppError('telegram_password_needed');
  const answer = await messenger.checkPassword({ session, password });
  if (!answer.ok) throw errorOf(answer.failure);
  return answer;
}

type Beginning = Pick<AccountRow, 'company_id' | 'phone_number' | 'name' | 'username' | 'is_premium' | 'session'> & {
  self: MessengerUser;
  actor: Actor;
  now: Date;
};

/**
 * Adds an account, or restores a removed one with its dialogs and limits, because Telegram keeps
 * counting them. Messages from the time of its absence stay out.
 */
async function begin(tx: Tx, { self, actor, now, ...account }: Beginning): Promise<AccountRow | undefined> {
  const more = { created_by: actor.userId, created_at: now };
  const removed = await findRemoved(tx, self.id);
  if (!removed) return insertAccount(tx, { ...account, ...more, telegram_user_id: self.id, warm_up_started_at: now });
  const { company_id: _company, ...facts } = account;
  let renewed: AccountRow | undefined;
  const failure = await inSavepoint(tx, async () => void (renewed = await renewAccount(tx, removed.id, { ...facts, ...more })));
  // Another company added the phone number concurrently.
  if (failure && (failure as { code?: unknown }).code !== uniqueViolation) throw failure;
  return renewed;
}

/** TG-039. A signed-out account of the company continues with its dialogs. */
export async function addAccount(
  services: SignInServices,
  actor: Actor,
  input: { phone_number: string; code: string; password?: string | undefined },
): Promise<AccountRow> {
  const { database, clock, messenger, secrets } = services;
  requireConfigured(messenger);
  const phone = requirePhone(input.phone_number);
  const { session, self } = await enter(services, actor, { phone, code: input.code, password: input.password });
  const owner = { company_id: actor.company.id, phone_number: phone };
  const facts = { name: self.name, username: self.username, is_premium: self.isPremium, session: sealSession(secrets, owner, session) };
  const row = await database.inCompany(actor.company.id, async (tx) => {
    const known = await findByPhone(tx, phone);
    if (known && known.telegram_user_id !== self.id) return 'other' as const;
    const account = known
      ? await renewAccount(tx, known.id, facts)
      : await begin(tx, { ...owner, ...facts, self, actor, now: clock.now() });
    if (!account) return undefined;
    await deleteSignIn(tx, phone);
    await publish(tx, { companyId: actor.company.id, topic: 'telegram_accounts', ids: [account.id] });
    return account;
  });
  if (row && row !== 'other') return row;
  // Another request added the account first: ends the new session.
  await messenger.signOut(session);
  throw new AppError(row === 'other' ? 'telegram_other_account' : 'telegram_account_elsewhere');
}
