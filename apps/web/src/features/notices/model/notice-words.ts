import type { NoticeView } from '@headwater/contract/notices';
import type { TFunction } from '#lib/translate.ts';

export function noticeWords(
  t: TFunction<'notices'>,
  { kind, person, job, dialog_id: dialog, is_frozen: isFrozen, detail }: NoticeView,
): string {
  const name = person?.name || t('candidate');
  switch (kind) {
    case 'reply':
      return dialog === null ? t('words.reply', { name }) : t('words.replyTelegram', { name: person ? name : detail || name });
    case 'job':
      return t(job?.status === 'failed' ? 'words.jobFailed' : 'words.job');
    case 'mailbox':
      return t('words.mailbox', { address: detail });
    case 'messenger':
      return t(isFrozen ? 'words.messengerFrozen' : 'words.messenger', { phone: detail });
    case 'limit':
      return t(detail === 'contacts' ? 'words.contacts' : 'words.profiles');
    case 'statistics':
      return detail;
    case 'mention':
      return t('words.mention', { author: detail, name });
  }
}
