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
} from './attempt-store.ts';
import type { User } from './store.ts';

/** ACC-020: five failed passwords for one account within 15 minutes; wrong codes count like wrong passwords, but not the other way round. */
const suspiciousFailures = 5;
/** Of one address over all accounts: whoever tries one password on many of them, or an office behind one router. */
const suspiciousOfAddress = 20;
const countedMs = 15 * 60_000;
/** ACC-063: new passwords that one person may ask for, set or change to within an hour, each kind by itself. */
const hourlyAttempts = 5;
/** E-mails of one kind that all senders together can cause at one address within an hour. */
const hourlyEmails = 20;
const firstDelayMs = 500;
const longestDelayMs = 4000;
/** Of an address over all accounts: an office behind one router mistypes, too. */
const longestDelayOfAddressMs = 1000;
const deviceLifetimeMs = 180 * dayMs;

/** Where a sign-in comes from: the network address, and the token of the browser where it has one. */
export interface Origin {
  address: string;
  device: string | undefined;
  /** As the browser calls itself. */
  agent?: string | undefined;
}

export interface Standing {
  /** Too much has failed: right and wrong must look alike, except in a browser in which this person has signed in. */
  isSuspicious: boolean;
  /** How long the answer is held back, right or wrong. */
  delayMs: number;
  /** Rows that say this attempt failed, until it has proved right. */
  attempts: number[];
  /** The browser that it came from, where this person has signed in with it before. */
  device: DeviceOwner | undefined;
}

/** What is held back at once is bounded for this: attempts from one place at one account, so that those at others do not stand in the way. */
export const waitingKey = (email: string, { address }: Origin): string => `${addressGroup(address)} ${email.toLowerCase()}`;

const accountKey = (email: string) => hashToken(`account ${email.toLowerCase()}`);

/** Codes are judged by those of this name alone: whoever guesses passwords keeps no owner's code out. */
const codeAccount = (userId: number): string => `code ${userId}`;

const delayFor = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(10, failures - free));

const deviceOf = (user: User, { device }: Origin) => (device === undefined ? undefined : { tokenHash: hashToken(device), userId: user.id });

interface Attempt {
  email: string;
  user: User | undefined;
  origin: Origin;
  now: Date;
  /** Of a code, which only who knows the password can try. */
  isCode?: boolean;
}

/**
 * Counts an attempt as failed before it is judged, so that of many at once none is judged by an old count, and says how the account stands.
 * `email` may belong to nobody: it is counted all the same.
 */
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

/** The attempt was right, but nobody is signed in yet: it counts as no failure, and the ones before it still do. */
export async function forgetAttempt(tx: Tx, { attempts, device }: Standing): Promise<void> {
  await deleteAttempts(tx, attempts);
  if (device) await addDeviceFailures(tx, device, -1);
}

/** After a sign-in nothing counts against the account, and the browser is known. Returns the token that it keeps. */
export async function rememberSignIn(tx: Tx, user: User, { origin, now }: { origin: Origin; now: Date }): Promise<string> {
  for (const name of [user.email, codeAccount(user.id)]) await clearAttempts(tx, accountKey(name));
  // A token of somebody else's is never taken over: whoever planted it would be known here.
  const own = deviceOf(user, origin);
  const token = (own && (await findDevice(tx, own, now)) && origin.device) || makeToken().value;
  const expiresAt = new Date(now.getTime() + deviceLifetimeMs);
  await saveDevice(tx, { tokenHash: hashToken(token), userId: user.id, companyId: user.company_id, expiresAt });
  return token;
}

/** Counts one attempt of a kind, for a person or an address that may belong to nobody. Throws that error after five within an hour (ACC-063). */
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
  /** The account of the address. */
  user: User | undefined;
  origin: Origin;
  now: Date;
  error?: MessageKey;
}

/**
 * Counts an e-mail that anybody can request for an address: by sender, so that a stranger does not use up the five of the owner, and for all senders
 * together. The second limit does not hold for a browser in which the owner has signed in.
 */
export async function limitRequestedEmail(tx: Tx, { kind, email, user, origin, now, error }: RequestedEmail): Promise<void> {
  await limitPerHour(tx, `${kind} ${email} from ${addressGroup(origin.address)}`, { now, error });
  const device = user && deviceOf(user, origin);
  const isKnown = device && (await findDevice(tx, device, now));
  if (!isKnown) await limitPerHour(tx, `${kind} ${email}`, { now, error, most: hourlyEmails });
}

/** The owner has proved their identity: attempts of others no longer count. */
export const forgiveAccount = (tx: Tx, email: string) => clearAttempts(tx, accountKey(email));

/** Successful attempts do not count. */
export const forgivePerHour = (tx: Tx, kind: string) => clearAttempts(tx, hashToken(kind.toLowerCase()));
