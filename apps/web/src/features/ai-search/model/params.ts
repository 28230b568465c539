import { rankings } from '@headwater/domain/query/rankings';
import { idParam, oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

/** The address of AI search: which one, its page and order, the vacancy that people go to, and who is open beside the results. */
export const aiSearchParams = screenParams({
  id: idParam,
  page: pageParam,
  s: oneOf(rankings, 'relevance'),
  folderId: idParam,
  open: idParam,
});
