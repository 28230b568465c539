/**
 * What the product tells a person: a reply to a message, a job that is over, a mailbox or a SIM card of the messenger that was disconnected, a limit that is
 * reached, a mention in a comment.
 */
export const noticeKinds = ['reply', 'job', 'mailbox', 'messenger', 'limit', 'mention'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

interface NoticeFacts {
  kind: NoticeKind;
  person: { id: number } | null;
  dialog_id: number | null;
}

/** Where a notice is gone on with, as an address of the product; undefined: in the list of recent activity. */
export function noticePlace({ kind, person, dialog_id: dialog }: NoticeFacts): string | undefined {
  if (kind === 'job') return undefined;
  if (kind === 'mailbox') return '/messaging/settings';
  if (kind === 'messenger') return '/telegram-messenger/manager';
  if (dialog !== null) return `/telegram-messenger/messages?dialog=${dialog}`;
  return person === null ? '/settings' : `/profiles/${person.id}`;
}
