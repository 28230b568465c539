import { pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the list. */
export const bannedLinkParams = screenParams({ search: textParam, page: pageParam });
