/** What the product tells a person: a reply to a message, a job that is over, a mailbox that was disconnected, a limit that is reached, a mention in a comment. */
export const noticeKinds = ['reply', 'job', 'mailbox', 'limit', 'mention'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Where a notice is gone on with, as an address of the product; undefined: in the list of recent activity. */
export function noticePlace(kind: NoticeKind, profileId: number | undefined): string | undefined {
  if (kind === 'job') return undefined;
  if (kind === 'mailbox') return '/messaging/settings';
  return profileId === undefined ? '/settings' : `/profiles/${profileId}`;
}
