import type { Entry } from './catalogue.ts';

/** Messages of profiles, contacts and files; same form as the core catalogue. */
export const profileMessages = {
  profile_not_found: { status: 404, en: 'Profile not found', ru: 'Профиль не найден' },
  profile_deleted: { status: 410, en: 'Profile was deleted upon the owner’s request', ru: 'Профиль удалён по просьбе владельца' },
  contact_invalid: { status: 400, en: 'Invalid contact', ru: 'Неверный контакт' },
  resume_closed: { status: 403, en: 'Open the contacts to read this resume', ru: 'Откройте контакты, чтобы прочитать это резюме' },
  contact_limit: { status: 403, en: 'Not enough limits to open contacts', ru: 'Недостаточно лимитов для открытия контактов' },
  contact_exists: { status: 400, en: 'This contact is already on the profile', ru: 'Этот контакт уже есть в профиле' },
  limit_exceeded: {
    status: 429,
    en: 'The daily limit of opened profiles is used up. Access resumes tomorrow at 00:00',
    ru: 'Дневной лимит открытых профилей исчерпан. Доступ возобновится завтра в 00:00',
  },
  file_too_large: { status: 400, en: 'The file is larger than {max} MB', ru: 'Файл больше {max} МБ' },
  file_type: { status: 400, en: 'This type of file is not accepted', ru: 'Файлы этого типа не принимаются' },
  file_empty: { status: 400, en: 'The file is empty', ru: 'Файл пуст' },
} satisfies Record<string, Entry>;
