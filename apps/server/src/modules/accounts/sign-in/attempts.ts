import type { MessageKey } from '@headwater/contract/errors';
import { dayMs, hourMs } from '@headwater/domain/time/durations';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { addressGroup } from '#platform/http/visitor-address.ts';
import {
  addDeviceFailures,
  clearAttempts,
  countAttempts,
  deleteAttempts,
  deleteOldAttempts,
  type DeviceOwner,
  findDevice,
  insertAttempts,
  lockAttempts,
  saveDevice,
} from '../store/attempts.ts';
import type { User } from '../store/users.ts';

/** ACC-020: failures per account within 15 minutes. Wrong codes count as wrong passwords. */
const suspiciousFailures = 5;
/** Per network address, over all accounts. */
const suspiciousOfAddress = 20;
const countedMs = 15 * 60_000;
/** ACC-063: per kind and user. */
const hourlyAttempts = 5;
const hourlyEmails = 20;
const firstDelayMs = 500;
const longestDelayMs = 4000;
/** Shorter, because an office may share one address. */
const longestDelayOfAddressMs = 1000;
const deviceLifetimeMs = 180 * dayMs;

export interface Origin {
  address: string;
  device: string | undefined;
  agent?: string | undefined;
}

export interface Standing {
  isSuspicious: boolean;
  delayMs: number;
  attempts: number[];
  /** Set if the user has signed in with this browser before. */
  device: DeviceOwner | undefined;
}

/** Limits delayed responses per origin and account, so that accounts do not block each other. */
export const waitingKey = (email: string, { address }: Origin): string => `${addressGroup(address)} ${email.toLowerCase()}`;

const accountKey = (email: string) => hashToken(`account ${email.toLowerCase()}`);

/** Separate key: failed passwords must not lock out the owner's codes. */
const codeAccount = (userId: number): string => `code ${userId}`;

const delayFor = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(10, failures - free));

const deviceOf = (user: User, { device }: Origin) => (device === undefined ? undefined : { tokenHash: hashToken(device), userId: user.id });

interface Attempt {
  email: string;
  user: User | undefined;
  origin: Origin;
  now: Date;
  isCode?: boolean;
}

/** Counts the attempt as failed in advance, so that parallel ones cannot use an old count. */
export async function beginAttempt(tx: Tx, { email, user, origin, now, isCode = false }: Attempt): Promise<Standing> {
  const address = hashToken(`address ${addressGroup(origin.address)}`);
  const account = accountKey(isCode && user ? codeAccount(user.id) : email);
  const since = new Date(now.getTime() - countedMs);
  await lockAttempts(tx, account);
  await deleteOldAttempts(tx, new Date(now.getTime() - hourMs));
  const [ofAccount, ofAddress] = [await countAttempts(tx, account, since), await countAttempts(tx, address, since)];
  const attempts = await insertAttempts(tx, isCode ? [account, accountKey(email), address] : [account, address], now);
  const presented = user && deviceOf(user, origin);
  const known = presented && (await findDevice(tx, presented, now));
  const device = known && presented;
  if (device) await addDeviceFailures(tx, device, 1);
  if (known && known.failures < suspiciousFailures) return { isSuspicious: false, delayMs: 0, attempts, device };
  return {
    isSuspicious: ofAccount >= suspiciousFailures,
    delayMs: Math.max(delayFor(ofAccount, suspiciousFailures), Math.min(longestDelayOfAddressMs, delayFor(ofAddress, suspiciousOfAddress))),
    attempts,
    device,
  };
}

export async function uncountAttempt(tx: Tx, { attempts, device }: Standing): Promise<void> {
  await deleteAttempts(tx, attempts);
  if (device) await addDeviceFailures(tx, device, -1);
}

export async function rememberSignIn(tx: Tx, user: User, { origin, now }: { origin: Origin; now: Date }): Promise<string> {
  for (const name of [user.email, codeAccount(user.id)]) await clearAttempts(tx, accountKey(name));
  // Never reuse another user's device token: an attacker may have planted it.
  const own = deviceOf(user, origin);
  const token = (own && (await findDevice(tx, own, now)) && origin.device) || makeToken().value;
  const expiresAt = new Date(now.getTime() + deviceLifetimeMs);
  await saveDevice(tx, { tokenHash: hashToken(token), userId: user.id, companyId: user.company_id, expiresAt });
  return token;
}

/** Throws `error` after five attempts within an hour (ACC-063). */
export async function limitPerHour(
  tx: Tx,
  kind: string,
  { now, error = 'password_attempts', most = hourlyAttempts }: { now: Date; error?: MessageKey | undefined; most?: number },
): Promise<void> {
  const key = hashToken(kind.toLowerCase());
  const since = new Date(now.getTime() - hourMs);
  await lockAttempts(tx, key);
  await deleteOldAttempts(tx, since);
  if ((await countAttempts(tx, key, since)) >= most) throw new AppError(error, { seconds: hourMs / 1000 });
  await insertAttempts(tx, [key], now);
}

interface RequestedEmail {
  kind: string;
  email: string;
  user: User | undefined;
  origin: Origin;
  now: Date;
  error?: MessageKey;
}

/** Per sender, so that others cannot use up the owner's quota, and over all senders. */
export async function limitRequestedEmail(tx: Tx, { kind, email, user, origin, now, error }: RequestedEmail): Promise<void> {
  await limitPerHour(tx, `${kind} ${email} from ${addressGroup(origin.address)}`, { now, error });
  const device = user && deviceOf(user, origin);
  const isKnown = device && (await findDevice(tx, device, now));
  if (!isKnown) await limitPerHour(tx, `${kind} ${email}`, { now, error, most: hourlyEmails });
}

export const clearFailures = (tx: Tx, email: string) => clearAttempts(tx, accountKey(email));

export const clearHourlyAttempts = (tx: Tx, kind: string) => clearAttempts(tx, hashToken(kind.toLowerCase()));
