import { idParam, idsParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

/** `?status=closed&assignee=3&query=platform&page=2`. */
export const vacancyListParams = screenParams({
  status: oneOf(['active', 'closed', 'all'], 'active'),
  assignee: idParam,
  query: textParam,
  page: pageParam,
});

/** `?from=7`: a copy of that vacancy. */
export const newVacancyParams = screenParams({ from: idParam });

/** Messaging states. Drafts have no screen, so no filter. */
export const messagingFilters = ['none', 'planned', 'sent', 'opened', 'replied', 'error'] as const;

/** `?status=3,4&query=anna&messages=replied&view=board&candidate=12&page=2`. */
export const vacancyParams = screenParams({
  status: idsParam,
  query: textParam,
  messages: oneOf(messagingFilters),
  page: pageParam,
  view: oneOf(['table', 'board'], 'table'),
  candidate: idParam,
});
