import { screenParams, textParam } from '#lib/screen-params.ts';

/** The domain parses the values and never fails (DEC-16). */
export const searchParams = screenParams({
  q: textParam,
  f: textParam,
  s: textParam,
  page: textParam,
  folderId: textParam,
  open: textParam,
});
