export const noticeKinds = [
  'reply',
  'job',
  'mailbox',
  'messenger',
  'limit',
  'mention',
  'statistics',
  'search',
  'review',
  'vacancy',
  'task',
  'conversation',
  /** For those who run the installation. */
  'installation',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Why the alert of a saved search failed. */
export const alertFailures = ['slow', 'invalid', 'not_allowed'] as const;
export type AlertFailure = (typeof alertFailures)[number];

interface NoticeFacts {
  kind: NoticeKind;
  person: { id: number } | null;
  dialog_id: number | null;
  search: { place: string } | null;
  vacancy_id: number | null;
}

export function noticePlace({ kind, person, dialog_id: dialog, search, vacancy_id: vacancy }: NoticeFacts): string | undefined {
  if (kind === 'job') return undefined;
  if (kind === 'statistics') return '/statistics/';
  if (search !== null) return search.place;
  if (kind === 'installation') return '/installation';
  if (kind === 'mailbox') return '/messaging/settings';
  if (kind === 'conversation' && person !== null) return `/messaging/inbox?assigned=me&person=${person.id}`;
  if (kind === 'messenger') return '/telegram-messenger/manager';
  if (vacancy !== null) return kind === 'vacancy' ? `/folders/${vacancy}` : `/folders/${vacancy}/shortlist`;
  if (dialog !== null) return `/telegram-messenger/messages?dialog=${dialog}`;
  return person === null ? '/settings' : `/profiles/${person.id}`;
}
