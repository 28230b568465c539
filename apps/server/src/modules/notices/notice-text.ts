import type { NoticeView } from '@headwater/contract/notices';
import { type Language, readTexts } from '@headwater/contract/texts';
import { oneLine } from '@headwater/domain/mail/address';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const read = readTexts({ en, ru });

/** Names are external data and limited to one line. */
export function noticeText({ kind, person, job, ...notice }: NoticeView, language: Language): string {
  const [name, detail] = [oneLine(person?.name ?? '') || read('candidate', language), oneLine(notice.detail)];
  const byTelegram = notice.dialog_id !== null;
  switch (kind) {
    case 'reply':
      return byTelegram
        ? read('line.reply_telegram', language, { name: person ? name : detail || name })
        : read('line.reply', language, { name });
    case 'job':
      return read(job?.status === 'failed' ? 'line.job_failed' : 'line.job', language);
    case 'mailbox':
      return read('line.mailbox', language, { address: detail });
    case 'messenger':
      return read(notice.is_frozen ? 'line.messenger_frozen' : 'line.messenger', language, { phone: detail });
    case 'limit':
      return read(detail === 'contacts' ? 'line.limit_contacts' : 'line.limit_profiles', language);
    case 'statistics':
      return detail;
    case 'mention':
      return read('line.mention', language, { author: detail, name });
  }
}
