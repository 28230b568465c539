import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const mailingTabs = ['message', 'personalization', 'launch'] as const;
export type MailingTab = (typeof mailingTabs)[number];

/** The people behind a number of a mailing, in the order in which a message gets there. */
export const stages = ['draft', 'queued', 'sent', 'opened', 'replied', 'bounced', 'unsubscribed', 'failed'] as const;
export type Stage = (typeof stages)[number];

/** The address of a mailing or a sequence. `list`: which mailing of the vacancy, the newest where it is not said; `status`: of its recipients. */
export const mailingParams = screenParams({
  tab: oneOf(mailingTabs, 'message'),
  list: idParam,
  recipient: idParam,
  status: oneOf(stages),
  search: textParam,
  page: pageParam,
});
