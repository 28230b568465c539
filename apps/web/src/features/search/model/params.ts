import { screenParams, textParam } from '#lib/screen-params.ts';

/**
 * Parameters of a search address and the open person. The domain parses their values and never
 * fails (DEC-16).
 */
export const searchParams = screenParams({
  q: textParam,
  f: textParam,
  s: textParam,
  page: textParam,
  folderId: textParam,
  open: textParam,
});
