import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const suppressionParams = screenParams({
  search: textParam,
  reason: oneOf(suppressionReasons),
  shown: oneOf(['now', 'released'], 'now'),
  page: pageParam,
});
