import { idParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const mailingTabs = ['message', 'personalization', 'launch'] as const;
export type MailingTab = (typeof mailingTabs)[number];

export const stages = ['draft', 'queued', 'sent', 'opened', 'replied', 'bounced', 'unsubscribed', 'failed'] as const;
export type Stage = (typeof stages)[number];

/** `list`: a mailing of the vacancy, default the newest. `status`: filter of the recipients. */
export const mailingParams = screenParams({
  tab: oneOf(mailingTabs, 'message'),
  list: idParam,
  recipient: idParam,
  status: oneOf(stages),
  search: textParam,
  page: pageParam,
});
