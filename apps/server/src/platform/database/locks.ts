/**
 * The only statements that take advisory locks. Never reuse a number: two releases may share a
 * database during an upgrade.
 */
import { sql } from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import type { Tx } from './database.ts';

export const lockClasses = {
  /** Serializes decisions about a mailbox's limits. Key: mailbox. */
  mailbox: 7_203_413,
  /** Serializes work with the same name over all processes. Key: the name. */
  soleWork: 7_203_414,
  /** A process holds it for each of its queue workers. Key: the worker's name. */
  workerHeartbeat: 7_203_415,
  /** Serializes opened contacts, which use a company's quota. Key: company. */
  quota: 7_203_416,
  /** Serializes sign-in attempts. Key: the hash of address and account. */
  signInAttempts: 7_203_417,
  /** Serializes a person's AI mailings in a vacancy. Key: vacancy and user. */
  aiMailings: 7_203_418,
  /** Serializes mailings of a company, so that its limits apply. Key: company. */
  companySending: 7_203_419,
  /** Serializes changes to the tags of a profile. Key: company and profile. */
  profileTags: 7_203_420,
  /** Serializes enrichment files, which use a company's quota of rows. Key: company. */
  enrichmentQuota: 7_203_421,
  /** Serializes merges and splits of profiles. Key: company. */
  profileMerges: 7_203_422,
  /** Serializes new profiles with the same link. Key: company and link. */
  newLink: 7_203_500,
  /** Serializes files of dialogs, which use a company's storage. Key: company. */
  dialogFiles: 7_203_510,
  /** Serializes links between a Telegram user and a profile. Key: company and Telegram id. */
  messengerPerson: 7_203_511,
  /** Serializes comparisons of hidden contacts, which are limited. Key: user. */
  contactGuesses: 7_203_424,
  /** Serializes searches for duplicates. Key: 0. */
  duplicates: 7_203_423,
  /** Serializes the parts of table imports. Key: company. */
  tableImports: 7_203_426,
  /** Serializes uploads of tables, which use a user's quota. Key: user. */
  tableUploads: 7_203_427,
  /** Serializes changes that are recorded as one job. Key: user and group. */
  jobGroups: 7_203_428,
  /** Serializes activation of invited accounts. Key: the address in lower case. */
  accountAddress: 7_203_425,
  /** Elects the process that writes to the search cluster. Key: the name of the index. */
  searchWriter: 7_203_430,
  /** Held by each process that answers requests. Key: a random name. */
  apiProcess: 7_203_431,
} as const;

const wholeDatabase = {
  migration: 7_203_411,
  applicationLogin: 7_203_412,
} as const;

export type LockClass = keyof typeof lockClasses;
type Line = Client | PoolClient;

export const lockUntilCommit = (tx: Tx, name: LockClass, key: number | string) =>
  typeof key === 'number'
    ? sql`select pg_advisory_xact_lock(${lockClasses[name]}::int, ${key}::int)`.execute(tx)
    : sql`select pg_advisory_xact_lock(${lockClasses[name]}::int, hashtext(${key}))`.execute(tx);

export async function tryLockUntilCommit(tx: Tx, name: LockClass, key: number): Promise<boolean> {
  const statement = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockClasses[name]}::int, ${key}::int) as taken`;
  return (await statement.execute(tx)).rows[0]?.taken ?? false;
}

/** Holds the lock until the connection closes. Returns false if another connection holds it. */
export async function tryLockWithConnection(line: Line, name: LockClass, key: string): Promise<boolean> {
  const statement = 'select pg_try_advisory_lock($1, hashtext($2)) as taken';
  const { rows } = await line.query<{ taken: boolean }>(statement, [lockClasses[name], key]);
  return rows[0]?.taken ?? false;
}

export const lockDatabase = (line: Line, work: keyof typeof wholeDatabase) =>
  line.query('select pg_advisory_lock($1)', [wholeDatabase[work]]);

/** Both arguments are SQL; pg_locks shows both numbers of a lock as unsigned. */
export const isLocked = (classNumber: string, key: string) => `exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${classNumber}
    and objid::bigint = (hashtext(${key})::bigint & 4294967295)
    and database = (select oid from pg_database where datname = current_database()))`;

export async function countHolders(pool: Pool, name: LockClass): Promise<number> {
  const statement = `
    select count(*) from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = $1
      and database = (select oid from pg_database where datname = current_database())`;
  const { rows } = await pool.query<{ count: number }>(statement, [lockClasses[name]]);
  return rows[0]?.count ?? 0;
}
