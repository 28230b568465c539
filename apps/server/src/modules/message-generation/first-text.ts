const texts = {
  en: {
    name: 'AI messages',
    subject: '{{VACANCY}}',
    body: '<p>Hello, {{FIRST_NAME}}!</p><p>We are looking for people for the position “{{VACANCY}}” and would like to tell you more. When would it suit you to talk?</p><p>{{SENDER_NAME}}</p>',
  },
  ru: {
    name: 'ИИ-сообщения',
    subject: '{{VACANCY}}',
    body: '<p>Здравствуйте, {{FIRST_NAME}}!</p><p>Мы ищем людей на позицию «{{VACANCY}}» и хотели бы рассказать о ней подробнее. Когда вам удобно поговорить?</p><p>{{SENDER_NAME}}</p>',
  },
} as const;

/** The name of a mailing, and what it says to whoever is added to it by hand, as the letters of a model are each for one person. */
export const firstText = (language: keyof typeof texts) => texts[language];
