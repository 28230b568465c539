import { type FactKind, factKinds } from '@headwater/domain/statistics/metrics';
import type { Instants } from '@headwater/domain/statistics/periods';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { factColumns, type Selection, selected } from './conditions.ts';

const pipelineFacts = (selection: Selection, { from, to }: Instants, kinds: readonly FactKind[]) => sql`
  from statistics_pipeline_facts where company_id = ${selection.companyId} and kind = any(${kinds}::text[]) and at >= ${from} and at < ${to}
    and ${selected(selection, factColumns('pipeline'))}`;

export interface MoveRow {
  from_status_id: number | null;
  to_status_id: number | null;
  moves: number;
  accidental: number;
}

/** Accidental moves are counted apart. */
export async function countMoves(tx: Tx, selection: Selection, period: Instants): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select from_status_id, to_status_id, sum(case when kind = 'accidental' then -n else n end)::bigint as moves,
      coalesce(sum(n) filter (where kind = 'accidental'), 0)::bigint as accidental
    ${pipelineFacts(selection, period, ['move', 'accidental'])} group by from_status_id, to_status_id order by moves desc, 1, 3`.execute(
    tx,
  );
  return rows;
}

export interface MovesInto {
  /** User who moved the candidates, or vacancy. */
  key: number | null;
  to_status_id: number;
  moves: number;
}

/** Moves into each status without accidental ones. */
export async function countMovesInto(
  tx: Tx,
  selection: Selection,
  { period, by }: { period: Instants; by: 'users' | 'folders' },
): Promise<MovesInto[]> {
  const key = sql.ref(by === 'users' ? 'user_id' : 'vacancy_id');
  const net = sql`sum(case when kind = 'accidental' then -n else n end)`;
  const { rows } = await sql<MovesInto>`
    select ${key} as key, to_status_id, ${net}::bigint as moves
    ${pipelineFacts(selection, period, ['move', 'accidental'])} group by 1, 2 having ${net} > 0 order by 1, 2`.execute(tx);
  return rows;
}

export interface RejectionRow {
  /** Null for a row of a reason. */
  to_status_id: number | null;
  reason_id: number | null;
  reason: string | null;
  is_default: boolean | null;
  moves: number;
}

/** Reason of the move of a fact, which the history keeps. */
export const reasonOfFact = sql`(
  select entry.reason_id from candidate_history as entry
  where entry.candidate_id = statistics_pipeline_facts.candidate_id and entry.at = statistics_pipeline_facts.at
    and entry.to_status_id = statistics_pipeline_facts.to_status_id order by entry.id desc limit 1)`;

export async function countRejections(
  tx: Tx,
  selection: Selection,
  { period, rejected }: { period: Instants; rejected: readonly number[] },
): Promise<RejectionRow[]> {
  const { rows } = await sql<RejectionRow>`
    with moves as (
      select to_status_id, ${reasonOfFact} as reason_id, case when kind = 'accidental' then -n else n end as n
      ${pipelineFacts(selection, period, ['move', 'accidental'])} and to_status_id = any(${rejected}::bigint[])
    )
    select case when reason.id is null then to_status_id end as to_status_id, reason.id as reason_id, reason.name as reason, reason.is_default,
      sum(moves.n)::bigint as moves
    from moves left join rejection_reasons as reason on reason.id = moves.reason_id group by 1, 2, 3, 4 order by moves desc, 2, 1`.execute(
    tx,
  );
  return rows;
}

export interface TimeRow {
  from_status_id: number;
  moves: number;
  median: number;
  p90: number;
}

/** Counts candidacies that moved on in the period, without accidental moves. */
export async function readTimes(tx: Tx, selection: Selection, period: Instants): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    select from_status_id, count(*) as moves,
      round(percentile_cont(0.5) within group (order by seconds))::bigint as median,
      round(percentile_cont(0.9) within group (order by seconds))::bigint as p90
    ${pipelineFacts(selection, period, ['move'])} and not exists (
      select from statistics_pipeline_facts as reversal where reversal.company_id = ${selection.companyId} and reversal.kind = 'accidental'
        and reversal.at = statistics_pipeline_facts.at and reversal.source_id = statistics_pipeline_facts.source_id)
    group by from_status_id order by moves desc, from_status_id`.execute(tx);
  return rows;
}

export interface MessageRow {
  key: string;
  kind: FactKind;
  n: number;
}

const messageKeys = {
  steps: sql`step::text`,
  variants: sql`coalesce(variant, '')`,
  senders: sql`coalesce(mailbox_id, 0)::text`,
} as const;
export type MessageKeyName = keyof typeof messageKeys;
export const messageKey = (name: MessageKeyName, key: string) => sql`${messageKeys[name]} = ${key}`;

export async function countMessages(
  tx: Tx,
  selection: Selection,
  { period: { from, to }, by }: { period: Instants; by: MessageKeyName },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageKeys[by]} as key, kind, sum(n)::bigint as n from statistics_message_facts
    where company_id = ${selection.companyId} and kind = any(${factKinds.messaging}::text[]) and at >= ${from} and at < ${to}
      and ${selected(selection, factColumns('messaging'))}
    group by 1, 2`.execute(tx);
  return rows;
}
