import { entry, type Entry } from './status-texts.ts';

/** Messages of this area; same form as the core catalogue. */
export const messageGenerationMessages = {
  credits_too_few: entry(
    400,
    'This takes {count} credits; your company has {left}',
    'Для этого нужно кредитов: {count}. У вашей компании осталось: {left}',
  ),
  llm_mailing_running: entry(
    409,
    'AI messages for this vacancy are already being written. Wait or cancel them',
    'Письма по этой вакансии уже пишутся. Подождите или отмените',
  ),
  llm_mailing_none: entry(409, 'There are no messages to write again', 'Нет сообщений, которые нужно написать снова'),
  llm_mailing_nobody: entry(
    400,
    'The vacancy has no candidates with an open e-mail address',
    'У вакансии нет кандидатов с открытым адресом электронной почты',
  ),
  llm_mailing_too_many: entry(
    400,
    'Select at most {max} candidates: a person should read every message',
    'Выберите не более {max} кандидатов: каждое письмо должен прочитать человек',
  ),
} satisfies Record<string, Entry>;
