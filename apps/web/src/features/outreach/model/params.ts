import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const messageStatuses = ['pending', 'planned', 'sent', 'opened', 'replied', 'error', 'soft_bounced', 'suppressed'] as const;

/** The address of the sent messages, with the one that stands beside them. */
export const sentParams = screenParams({ search: textParam, status: oneOf(messageStatuses), page: pageParam, message: idParam });

/** The address of the inbox, with the person whose conversation stands beside it. `attention=1`: only what waits for an answer. */
export const inboxParams = screenParams({ search: textParam, attention: oneOf(['1']), page: pageParam, person: idParam });
