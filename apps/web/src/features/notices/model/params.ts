import { noticeKinds } from '@headwater/domain/notices';
import { oneOf, pageParam, screenParams } from '#lib/screen-params.ts';

export const noticeParams = screenParams({ state: oneOf(['all', 'unread'], 'all'), kind: oneOf(noticeKinds), page: pageParam });
