import { firstExampleId } from '@headwater/domain/outreach/templates';

interface Example {
  name: string;
  subject: string;
  body: string;
}

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** TPL-009. Each names what it uses of a person, and says who writes and how to answer. */
const examples: Readonly<Record<'en' | 'ru', readonly Example[]>> = {
  en: [
    {
      name: 'First contact',
      subject: '{{VACANCY}}: a few words for {{FIRST_NAME}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I came across your work as {{POSITION}} at {{COMPANY}} and thought of you at once: we are looking for somebody for the role of {{VACANCY}}.',
        'Would you have fifteen minutes this week? I will gladly tell you what the team does, what it pays and how it decides.',
        'If now is not the time, one line is enough and I will not write again.',
        '{{SENDER_NAME}}',
      ),
    },
    {
      name: 'Follow-up',
      subject: 'One more thought on {{VACANCY}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'My first note may have come on a busy day, so here is the short of it: the role of {{VACANCY}} is still open, and your experience fits it well.',
        'Shall I send the description, or would you rather talk?',
        '{{SENDER_NAME}}',
      ),
    },
    {
      name: 'Last message',
      subject: 'Closing the loop on {{VACANCY}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I have not heard from you and take it that the moment is not right. This is my last note about {{VACANCY}}.',
        'Should things change, write to {{SENDER_EMAIL}}: I will be glad to hear from you.',
        '{{SENDER_NAME}}',
      ),
    },
  ],
  ru: [
    {
      name: 'Первое сообщение',
      subject: '{{VACANCY}}: пара слов для {{FIRST_NAME}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Ваш опыт ({{POSITION}}, {{COMPANY}}) хорошо подходит к позиции {{VACANCY}}, на которую мы сейчас ищем человека.',
        'Найдётся ли у вас пятнадцать минут на этой неделе? Расскажу о команде, задачах, зарплате и этапах отбора.',
        'Если сейчас не время, ответьте одной строкой, и больше писать не буду.',
        '{{SENDER_NAME}}',
      ),
    },
    {
      name: 'Напоминание',
      subject: 'Ещё раз о позиции {{VACANCY}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Возможно, моё первое сообщение пришло не вовремя. Коротко: позиция {{VACANCY}} открыта, и ваш опыт для неё подходит.',
        'Прислать описание или удобнее созвониться?',
        '{{SENDER_NAME}}',
      ),
    },
    {
      name: 'Последнее сообщение',
      subject: 'Завершаю переписку о позиции {{VACANCY}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Ответа не было, и я понимаю, что сейчас не время. Это моё последнее сообщение о позиции {{VACANCY}}.',
        'Если что-то изменится, пишите на {{SENDER_EMAIL}}.',
        '{{SENDER_NAME}}',
      ),
    },
  ],
};

/** The examples in a language, each with its id below zero. */
export const examplesIn = (language: 'en' | 'ru') =>
  examples[language].map((example, index) => ({ id: firstExampleId - index, ...example }));
