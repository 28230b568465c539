import type { Entry } from './catalogue.ts';

/** Messages of templates, attachments and variables; same form as the core catalogue. */
export const templateMessages = {
  template_read_only: {
    status: 403,
    en: 'This template is an example: save it as your own',
    ru: 'Это пример шаблона: сохраните его как свой',
  },
  variable_name: {
    status: 400,
    en: 'Use letters, digits and underscores, at most 50 characters',
    ru: 'Используйте буквы, цифры и подчёркивание, не больше 50 знаков',
  },
  variable_twice: { status: 400, en: 'There are two variables {name}', ru: 'Переменная {name} указана дважды' },
  attachment_large: { status: 400, en: 'File {name} is larger than 10 MB', ru: 'Файл {name} больше 10 МБ' },
  attachments_large: { status: 400, en: 'Attachments are larger than 25 MB in total', ru: 'Вложения вместе больше 25 МБ' },
  attachment_type: { status: 400, en: 'File {name} has an unsupported type', ru: 'Тип файла {name} не поддерживается' },
} satisfies Record<string, Entry>;
