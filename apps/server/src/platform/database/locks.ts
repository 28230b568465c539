/**
 * Advisory locks: every class of them, and the only statements that take them. A class is the first number of a lock and says what it guards; the
 * key says which one of these. Numbers are never given to another class: processes of two versions may share a database while one replaces the other.
 */
import { sql } from 'kysely';
import type { Client, PoolClient } from 'pg';
import type { Tx } from './database.ts';

export const lockClasses = {
  /** One mailbox's limits are decided on by one transaction at a time. Key: mailbox. */
  mailbox: 7_203_413,
  /** Work of a name is done by one process at a time. Key: the name. */
  soleWork: 7_203_414,
  /** Held by a process for each worker of the queue that lives in it. Key: the worker's name. */
  livingWorker: 7_203_415,
  /** A company's quota of contacts is spent one opening at a time. Key: company. */
  quota: 7_203_416,
  /** Attempts to sign in under one key are judged one after another. Key: the hash of address and account. */
  signInAttempts: 7_203_417,
  /** One person's mailings by AI in a vacancy begin one after another. Key: vacancy and user. */
  aiMailings: 7_203_418,
  /** Of the mailings of a company the next message is taken by one transaction at a time, so that the limits of the company hold. Key: company. */
  companySending: 7_203_419,
  /** The tags of one person are changed by one transaction at a time. Key: company and profile. */
  profileTags: 7_203_420,
  /** A company's rows of enrichment are counted one file at a time. Key: company. */
  enrichmentQuota: 7_203_421,
  /** A company merges profiles, or detaches them, one at a time. Key: company. */
  profileMerges: 7_203_422,
  /** Of the profiles that a company makes of one link one at a time. Key: company and link. */
  newLink: 7_203_500,
  /** The files of a company's dialogs are kept one at a time, so that they stay within their room. Key: company. */
  dialogFiles: 7_203_510,
  /** Whose somebody at Telegram is, is said by one transaction at a time. Key: company and their number there. */
  messengerPerson: 7_203_511,
  /** The closed contacts that a person compares are counted one request at a time. Key: user. */
  contactGuesses: 7_203_424,
  /** Duplicates are looked for by one transaction at a time. Key: 0. */
  duplicates: 7_203_423,
  /** Invited accounts of one address are opened one at a time. Key: the address in lower case. */
  accountAddress: 7_203_425,
} as const;

/** Locks of one number, for work on the database as a whole. */
const wholeDatabase = {
  migration: 7_203_411,
  applicationLogin: 7_203_412,
} as const;

export type LockClass = keyof typeof lockClasses;
type Line = Client | PoolClient;

/** Waits for the lock and holds it until the transaction ends. */
export const lockUntilCommit = (tx: Tx, name: LockClass, key: number | string) =>
  typeof key === 'number'
    ? sql`select pg_advisory_xact_lock(${lockClasses[name]}::int, ${key}::int)`.execute(tx)
    : sql`select pg_advisory_xact_lock(${lockClasses[name]}::int, hashtext(${key}))`.execute(tx);

/** Holds the lock until the transaction ends; false where another one has it. */
export async function tryLockUntilCommit(tx: Tx, name: LockClass, key: number): Promise<boolean> {
  const statement = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockClasses[name]}::int, ${key}::int) as taken`;
  return (await statement.execute(tx)).rows[0]?.taken ?? false;
}

/** Holds the lock for as long as the connection lives; false where another one has it. */
export async function tryLockWithConnection(line: Line, name: LockClass, key: string): Promise<boolean> {
  const statement = 'select pg_try_advisory_lock($1, hashtext($2)) as taken';
  const { rows } = await line.query<{ taken: boolean }>(statement, [lockClasses[name], key]);
  return rows[0]?.taken ?? false;
}

/** Waits until nobody else works on the database as a whole in this way, and keeps others out while the connection lives. */
export const lockDatabase = (line: Line, work: keyof typeof wholeDatabase) =>
  line.query('select pg_advisory_lock($1)', [wholeDatabase[work]]);

/**
 * A condition of SQL: somebody holds the lock of that class with that text as its key, in this database. pg_locks shows both numbers of a lock
 * without their sign. Both arguments are SQL: a placeholder, a column.
 */
export const isLocked = (classNumber: string, key: string) => `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${classNumber}
    and objid::bigint = (hashtext(${key})::bigint & 4294967295)
    and database = (select oid from pg_database where datname = current_database()))`;
