import { type Generated, sql } from 'kysely';
import type { MachineSign } from '@headwater/domain/outreach/machine-detection';
import type { Tx } from '#platform/database/database.ts';

type TrackingTables = {
  tracking_events: {
    id: Generated<number>;
    company_id: number;
    message_id: number;
    kind: 'open' | 'click' | 'honeypot';
    happened_at: Date;
    machine: MachineSign | null;
    source: Buffer;
    agent: string;
    url: string | null;
  };
};
const tables = (tx: Tx) => tx.withTables<TrackingTables>();

export type TrackingEvent = Awaited<ReturnType<typeof listTrackingEvents>>[number];

export const listTrackingEvents = (tx: Tx, messageId: number) =>
  tables(tx).selectFrom('tracking_events').selectAll().where('message_id', '=', messageId).orderBy('id').execute();

export interface NewTrackingEvent {
  companyId: number;
  messageId: number;
  kind: TrackingEvent['kind'];
  happenedAt: Date;
  machine: MachineSign | null;
  source: Buffer;
  agent: string;
  url: string | null;
}

export const insertTrackingEvent = (tx: Tx, event: NewTrackingEvent) =>
  tables(tx)
    .insertInto('tracking_events')
    .values({
      company_id: event.companyId,
      message_id: event.messageId,
      kind: event.kind,
      happened_at: event.happenedAt,
      machine: event.machine,
      source: event.source,
      agent: event.agent,
      url: event.url,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const setMachine = (tx: Tx, eventId: number, machine: MachineSign | null) =>
  tables(tx).updateTable('tracking_events').set({ machine }).where('id', '=', eventId).execute();

export async function countMachineOpens(tx: Tx, since: Date): Promise<number> {
  const row = await tables(tx)
    .selectFrom('tracking_events')
    .select('message_id')
    .where('kind', '=', 'open')
    .where('happened_at', '>=', since)
    .groupBy('message_id')
    .having((having) => having.fn.countAll(), '=', sql<number>`count(machine)`)
    .execute();
  return row.length;
}
