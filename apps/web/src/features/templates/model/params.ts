import { numberParam, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** `from`: the template that a new one starts from, negative for an example. */
export const templateParams = screenParams({
  search: textParam,
  creator: numberParam,
  page: pageParam,
  template: numberParam,
  from: numberParam,
});
