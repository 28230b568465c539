import type { FactKind, Section } from '@headwater/domain/statistics/metrics';
import type { Instants } from '@headwater/domain/statistics/periods';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { factColumns, factTables, kindsOf, type Selection, selected, type Counted, type Statuses } from './conditions.ts';

export interface ListRow {
  source_id: number;
  at: Date;
  user_id: number | null;
  vacancy_id: number | null;
  template_id: number | null;
  profile_id: number | null;
  from_status: string | null;
  to_status: string | null;
  step: number | null;
  found: number | null;
  is_query: boolean;
  /** Text of a search. Null: the reader may not see it. */
  query: string | null;
}

/** Own texts are always read; those of colleagues only where the reader may see them and their author did not hide them. */
export interface TextRights {
  userId: number;
  seesColleagues: boolean;
}

export interface ListQuery {
  section: Section;
  period: Instants;
  counted: Counted;
  statuses: Statuses;
  /** Row of a breakdown. */
  also?: RawBuilder<unknown> | undefined;
}

type PageQuery = ListQuery & { texts: TextRights; limit: number; offset: number };

// A search that a refinement replaced has no entry in the history and counts as hidden.
const detailsOf = (section: Section, { userId, seesColleagues }: TextRights): RawBuilder<unknown> =>
  ({
    search: sql`null::bigint as template_id, null::text as from_status, null::text as to_status, null::integer as step, min(found) as found,
      bool_or(kind = 'query') as is_query,
      (select q.query from search_queries q left join search_history h on h.query_id = q.id
        where q.id = source_id and bool_or(kind = 'query')
          and (q.user_id = ${userId} or (${seesColleagues} and not coalesce(h.is_hidden, true)))) as query`,
    pipeline: sql`null::bigint as template_id, min(from_status) as from_status, min(to_status) as to_status, null::integer as step,
      null::integer as found, false as is_query, null::text as query`,
    messaging: sql`min(template_id) as template_id, null::text as from_status, null::text as to_status, min(step) as step,
      null::integer as found, false as is_query, null::text as query`,
  })[section];

function listed(selection: Selection, { section, period, counted, statuses, also = sql`true` }: ListQuery) {
  const { cancels = [], into } = counted;
  const kinds: readonly FactKind[] = kindsOf(counted);
  return sql`
    from ${sql.table(factTables[section])}
    where company_id = ${selection.companyId} and kind = any(${kinds}::text[]) and at >= ${period.from} and at < ${period.to}
      and ${selected(selection, factColumns(section))} and ${also}
      and ${into ? sql`to_status_id = any(${statuses[into]}::bigint[])` : sql`true`}
    group by at, source_id having sum(case when kind = any(${cancels}::text[]) then -n else n end) > 0`;
}

/** One row for each unit of the number, without reverted and cancelled facts. Newest first. */
export async function listFacts(tx: Tx, selection: Selection, { texts, limit, offset, ...query }: PageQuery) {
  const counted = await sql<{ count: number }>`select count(*) as count from (select 1 ${listed(selection, query)}) as rows`.execute(tx);
  const { rows } = await sql<ListRow>`
    select source_id, at, min(user_id) as user_id, min(vacancy_id) as vacancy_id, min(profile_id) as profile_id, ${detailsOf(query.section, texts)}
    ${listed(selection, query)} order by at desc, source_id desc limit ${limit} offset ${offset}`.execute(tx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
