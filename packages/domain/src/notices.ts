/** What the product tells a person: a reply to a message, a job that is over, a mailbox that was disconnected, a limit that is reached, a mention in a comment. */
export const noticeKinds = ['reply', 'job', 'mailbox', 'limit', 'mention'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
