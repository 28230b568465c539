import { minuteMs } from '@headwater/domain/time/durations';
import type { Insertable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import type { SocialSignInTables } from './tables.ts';

const tables = (tx: Tx) => tx.withTables<SocialSignInTables>();

export const insertSignIn = (tx: Tx, row: Insertable<SocialSignInTables['social_sign_ins']>) =>
  tables(tx).insertInto('social_sign_ins').values(row).execute();

/** Single use, also concurrently. The caller checks the expiry. */
export const takeSignIn = (tx: Tx, stateHash: Buffer) =>
  tables(tx).deleteFrom('social_sign_ins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();

export interface BrowserStep {
  browserHash: Buffer;
  backend: string;
}

export type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>;

/** Replaces the pending step of this browser and service. */
export async function saveStep(tx: Tx, { id, ...row }: Omit<Step, 'id'> & { id: string }): Promise<void> {
  await tables(tx)
    .insertInto('social_steps')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.columns(['browser_hash', 'backend']).doUpdateSet({ id, ...row }))
    .execute();
}

export const findStep = (tx: Tx, { browserHash, backend }: BrowserStep, now: Date) =>
  tables(tx)
    .selectFrom('social_steps')
    .selectAll()
    .where('browser_hash', '=', browserHash)
    .where('backend', '=', backend)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Single use. */
export const takeStep = (tx: Tx, { browserHash, backend }: BrowserStep, { id, now }: { id: string; now: Date }) =>
  tables(tx)
    .deleteFrom('social_steps')
    .where('id', '=', id)
    .where('browser_hash', '=', browserHash)
    .where('backend', '=', backend)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Late answers can still redirect to the page that started. */
const lateMs = 60 * minuteMs;

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tables(tx)
    .deleteFrom('social_sign_ins')
    .where('expires_at', '<=', new Date(now.getTime() - lateMs))
    .execute();
  await tables(tx).deleteFrom('social_steps').where('expires_at', '<=', now).execute();
}
