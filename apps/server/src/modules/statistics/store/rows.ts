import type { Breakdown } from '@headwater/domain/statistics/breakdowns';
import { type RawBuilder, sql } from 'kysely';
import { FieldErrors } from '#platform/errors.ts';
import { messageKey, reasonOfFact } from './breakdowns.ts';
import { inVacancySince, isComplete, reached, reachedAfter } from './candidacies.ts';
import type { Statuses } from './conditions.ts';

export const wrongKey = () => new FieldErrors({ key: 'statistics_key' });

function statusesIn(key: string): [number, number] {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(key);
  if (!match) throw wrongKey();
  return [Number(match[1]), Number(match[2])];
}

function idIn(key: string): number {
  if (!/^\d{1,15}$/.test(key)) throw wrongKey();
  return Number(key);
}

interface Row {
  breakdown: Breakdown;
  key: string;
  statuses: Statuses;
  stuckBefore: Date;
}

/** Condition for candidacies; undefined: the breakdown counts facts. */
export function candidaciesBehind({ breakdown, key, statuses, stuckBefore }: Row): RawBuilder<unknown> | undefined {
  const complete = isComplete(statuses);
  switch (breakdown) {
    case 'funnel':
      if (key === 'open') return sql`not ${complete}`;
      return key === 'all' ? complete : sql`${complete} and ${reached(idIn(key))}`;
    case 'conversion':
      return reachedAfter(...statusesIn(key));
    case 'sources':
      return sql`source = ${key}`;
    case 'stuck':
      return sql`status_id = ${idIn(key)} and ${inVacancySince(stuckBefore)} and not ${complete}`;
    default:
      return undefined;
  }
}

export function factsBehind({ breakdown, key }: Row, zone: string): RawBuilder<unknown> {
  switch (breakdown) {
    case 'conversion_events':
    case 'accidental': {
      const [from, to] = statusesIn(key);
      return sql`from_status_id = ${from} and to_status_id = ${to}`;
    }
    // The user or the vacancy is a parameter of its own.
    case 'user_statuses':
    case 'folder_statuses':
      return key === 'moves' ? sql`true` : sql`to_status_id = ${idIn(key)}`;
    case 'time_in_status':
      return sql`from_status_id = ${idIn(key)}`;
    case 'rejections':
      return key.startsWith('reason-')
        ? sql`${reasonOfFact} = ${idIn(key.slice('reason-'.length))}`
        : sql`to_status_id = ${idIn(key)} and ${reasonOfFact} is null`;
    case 'weekdays':
      return sql`extract(isodow from at at time zone ${zone}) = ${idIn(key)}`;
    case 'hours':
      return sql`extract(hour from at at time zone ${zone}) = ${idIn(key)}`;
    case 'steps':
    case 'variants':
    case 'senders':
      return messageKey(breakdown, key);
    default:
      throw wrongKey();
  }
}
