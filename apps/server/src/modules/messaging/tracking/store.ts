import { type Generated, sql } from 'kysely';
import type { MachineSign } from '@headwater/domain/outreach/machines';
import type { Tx } from '#platform/database/database.ts';

type TrackingTables = {
  message_hits: {
    id: Generated<number>;
    company_id: number;
    message_id: number;
    kind: 'open' | 'click' | 'trap';
    happened_at: Date;
    machine: MachineSign | null;
    source: Buffer;
    agent: string;
    url: string | null;
  };
};
const tables = (tx: Tx) => tx.withTables<TrackingTables>();

export type HitRow = Awaited<ReturnType<typeof listHits>>[number];

/** In the order of their arrival. */
export const listHits = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('message_hits').selectAll().where('message_id', '=', messageId).orderBy('id').execute();

export interface NewHit {
  companyId: number;
  messageId: number;
  kind: HitRow['kind'];
  happenedAt: Date;
  machine: MachineSign | null;
  source: Buffer;
  agent: string;
  url: string | null;
}

export const insertHit = (tx: Tx, hit: NewHit) =>
  tables(tx)
    .insertInto('message_hits')
    .values({
      company_id: hit.companyId,
      message_id: hit.messageId,
      kind: hit.kind,
      happened_at: hit.happenedAt,
      machine: hit.machine,
      source: hit.source,
      agent: hit.agent,
      url: hit.url,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const setMachine = (tx: Tx, hitId: number, machine: MachineSign | null) =>
  tables(tx).updateTable('message_hits').set({ machine }).where('id', '=', hitId).execute();

/** Messages that machines, and nobody else, have opened since then. */
export async function countMachineOpens(tx: Tx, since: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('message_hits')
    .select('message_id')
    .where('kind', '=', 'open')
    .where('happened_at', '>=', since)
    .groupBy('message_id')
    .having((having) => having.fn.countAll(), '=', sql<number>`count(machine)`)
    .execute();
  return row.length;
}
