import { pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const usageEventParams = screenParams({ search: textParam, page: pageParam });
