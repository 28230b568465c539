import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { Language } from '@headwater/contract/errors';

const titles: Record<Language, readonly string[]> = {
  en: ['Name', 'Position', 'Company', 'Email', 'Status', 'Messages sent', 'Last activity', 'Next message', 'Source', 'Added by', 'Added'],
  ru: [
    'Имя',
    'Должность',
    'Компания',
    'Почта',
    'Статус',
    'Отправлено писем',
    'Последнее событие',
    'Следующее письмо',
    'Источник',
    'Кто добавил',
    'Добавлен',
  ],
};

/** The words of the screens. */
const words: Record<Language, Record<MailingRecipientView['status'] | MailingRecipientView['source'], string>> = {
  en: {
    draft: 'Draft',
    pending: 'Pending',
    planned: 'Planned',
    sent: 'Sent',
    opened: 'Viewed',
    replied: 'Replied',
    error: 'Error',
    soft_bounced: 'Bounced (temporary)',
    suppressed: 'Do not contact',
    vacancy: 'Vacancy',
    search: 'Search',
    profile: 'Profile',
  },
  ru: {
    draft: 'Черновик',
    pending: 'Ожидает',
    planned: 'Запланировано',
    sent: 'Отправлено',
    opened: 'Просмотрено',
    replied: 'Есть ответ',
    error: 'Ошибка',
    soft_bounced: 'Временно не доставлено',
    suppressed: 'Не писать',
    vacancy: 'Вакансия',
    search: 'Поиск',
    profile: 'Профиль',
  },
};

/** A cell that begins like a formula would be computed by a spreadsheet: it is kept as text. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** SEQ-011: a table in the reader's language; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function recipientsCsv(recipients: readonly MailingRecipientView[], language: Language): string {
  const rows = recipients.map((one) => [
    one.profile.name,
    one.profile.title,
    one.profile.company,
    one.email,
    words[language][one.status],
    one.messages_sent,
    one.last_activity_at,
    one.next_send_at,
    words[language][one.source],
    one.added_by && `${one.added_by.first_name} ${one.added_by.last_name}`.trim(),
    one.added_at,
  ]);
  return `\uFEFF${[titles[language], ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
