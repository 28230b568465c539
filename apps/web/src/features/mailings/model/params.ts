import { idParam, idsParam, oneOf, pageParam, screenParams, textParam } from '#lib/screen-params.ts';

export const mailingTabs = ['message', 'personalization', 'launch'] as const;
export type MailingTab = (typeof mailingTabs)[number];

export const stages = ['draft', 'queued', 'sent', 'opened', 'replied', 'bounced', 'unsubscribed', 'failed'] as const;
export type Stage = (typeof stages)[number];

export const candidateMessages = ['none', 'planned', 'sent', 'opened', 'replied', 'error'] as const;

/**
 * `list`: a mailing of the vacancy, default the newest. `status`: filter of the recipients. `of`,
 * `named` and `messages`: filter of the candidates that a new mailing gets, default all.
 */
export const mailingParams = screenParams({
  tab: oneOf(mailingTabs, 'message'),
  list: idParam,
  recipient: idParam,
  status: oneOf(stages),
  search: textParam,
  page: pageParam,
  of: idsParam,
  named: textParam,
  messages: oneOf(candidateMessages),
});
