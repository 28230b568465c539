import { idParam, pageParam, screenParams } from '#lib/screen-params.ts';

/** The address of the list of who opened a profile. */
export const historyParams = screenParams({ page: pageParam, company_id: idParam });
