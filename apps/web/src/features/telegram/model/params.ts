import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the dialogs: what is listed, which one is open, and whether the person stands beside it. */
export const dialogParams = screenParams({
  search: textParam,
  show: oneOf(['unread', 'attention']),
  recruiter: idParam,
  sim: idParam,
  dialog: idParam,
  details: oneOf(['shown']),
});

/** The address of the SIM cards. */
export const simParams = screenParams({ page: pageParam });
