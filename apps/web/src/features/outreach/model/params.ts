import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const messageStatuses = ['sent', 'opened', 'replied', 'error', 'soft_bounced', 'suppressed'] as const;

export const sentParams = screenParams({ search: textParam, status: oneOf(messageStatuses), page: pageParam, message: idParam });

/** `1`: only conversations that need an answer. */
export const conversationFilters = ['1', 'snoozed', 'done'] as const;
export type ConversationFilter = (typeof conversationFilters)[number];
export const assignedFilters = ['me', 'nobody'] as const;
export const inboxParams = screenParams({
  search: textParam,
  attention: oneOf(conversationFilters),
  assigned: oneOf(assignedFilters),
  page: pageParam,
  person: idParam,
});
