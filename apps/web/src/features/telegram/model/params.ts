import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const dialogParams = screenParams({
  search: textParam,
  show: oneOf(['unread', 'attention']),
  recruiter: idParam,
  sim: idParam,
  dialog: idParam,
  details: oneOf(['shown']),
});

export const simParams = screenParams({ page: pageParam });
