import { rankings } from '@headwater/domain/query/rankings';
import { idParam, oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

export const aiSearchParams = screenParams({
  id: idParam,
  page: pageParam,
  s: oneOf(rankings, 'relevance'),
  folderId: idParam,
  open: idParam,
});
