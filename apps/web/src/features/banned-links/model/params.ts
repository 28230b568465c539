import { pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const bannedLinkParams = screenParams({ search: textParam, page: pageParam });
