import { breakdowns } from '@headwater/domain/statistics/breakdowns';
import { statisticsTables } from '@headwater/domain/statistics/metrics';
import { comparisons, intervals } from '@headwater/domain/statistics/periods';
import { idParam, idsParam, oneOf, screenParams, textParam } from '#lib/screen-params.ts';
import { sortParam } from '#ui/table/column.ts';

/** Named like the parameters of the API, so that a saved view is a part of the address. */
export const statisticsParams = screenParams({
  date_from: textParam,
  date_to: textParam,
  days: idParam,
  users: idsParam,
  folders: idsParam,
  templates: idsParam,
  compare: oneOf(comparisons),
  interval: oneOf(intervals),
  table: oneOf(statisticsTables),
  breakdown: oneOf(breakdowns),
  from_status: idParam,
  to_status: idParam,
  sort: sortParam,
});

export type StatisticsParams = ReturnType<typeof statisticsParams.read>;
