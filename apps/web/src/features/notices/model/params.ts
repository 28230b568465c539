import { noticeKinds } from '@headwater/domain/notices';
import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

/** The address of the list. */
export const noticeParams = screenParams({ state: oneOf(['all', 'unread'], 'all'), kind: oneOf(noticeKinds), page: pageParam });
