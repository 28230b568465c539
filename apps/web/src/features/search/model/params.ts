import { screenParams, textParam } from '#lib/screen-params.ts';

/** The five parts of a search address, and who is open beside the results; what they hold is read by the domain, which never fails (DEC-16). */
export const searchParams = screenParams({
  q: textParam,
  f: textParam,
  s: textParam,
  page: textParam,
  folderId: textParam,
  open: textParam,
});
