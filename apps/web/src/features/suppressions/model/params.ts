import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the list: those that nothing is written to now, or those that were released. */
export const suppressionParams = screenParams({
  search: textParam,
  reason: oneOf(suppressionReasons),
  shown: oneOf(['now', 'released'], 'now'),
  page: pageParam,
});
