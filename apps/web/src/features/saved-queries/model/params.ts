import { pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the list of smart vacancies. */
export const smartListParams = screenParams({ search: textParam, page: pageParam });
