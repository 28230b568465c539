import { pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const smartListParams = screenParams({ search: textParam, page: pageParam });
