import { numberParam, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** The address of the list, with the template that stands beside it; or `from`: the one that a new one starts from, below zero an example. */
export const templateParams = screenParams({
  search: textParam,
  creator: numberParam,
  page: pageParam,
  template: numberParam,
  from: numberParam,
});
