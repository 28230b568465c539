import { idParam, pageParam, screenParams } from '#lib/screen-params.ts';

export const historyParams = screenParams({ page: pageParam, company_id: idParam });
