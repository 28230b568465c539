import { russianAnswers, russianComments } from './russian-answers.ts';
import { day, paragraphs, type Story } from './story.ts';

const page = (name: string, text: string) => `<a href="https://example.com/vakansii/${name}">${text}</a>`;

const accountants: Story['mailings'][number] = {
  vacancy: 'other_accountant',
  name: 'Главные бухгалтеры: первое письмо',
  messages: [
    {
      subject: '{{FIRST_NAME}}, позиция главного бухгалтера в рознице',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Сеть «Берёзка» ищет главного бухгалтера: сорок магазинов, шесть человек в отделе, 1С. Нужен человек, который наведёт порядок в документообороте.',
        `${page('glavnyj-buhgalter', 'Подробное описание')}. Офис в Москве, два дня в неделю можно работать из дома.`,
        'Когда вам удобно поговорить?',
      ),
    },
    {
      subject: 'Ещё раз о позиции главного бухгалтера',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'На прошлой неделе я писала вам о позиции в сети «Берёзка». Она пока открыта. Если сейчас не время, ответьте одной строкой, и больше писать не буду.',
      ),
      send_delay: 4 * day,
      delay_kind: 'business',
    },
  ],
};

const java: Story['mailings'][number] = {
  vacancy: 'other_java',
  hasMishaps: true,
  name: 'Java-разработчики: первое письмо',
  messages: [
    {
      subject: 'Платёжное ядро банка «Гавань»: Java 21 и Kafka',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Банк «Гавань» собирает команду платёжного ядра: переводы, эквайринг, расчёты с партнёрами. Java 21, Spring Boot, Kafka, PostgreSQL.',
        `Ваш опыт ({{POSITION}}) хорошо подходит. ${page('java-platezhi', 'Вот описание')}: можно удалённо, два собеседования, без тестового задания.`,
        'Найдётся ли у вас двадцать минут на этой неделе?',
      ),
      variant_b: {
        subject: '{{FIRST_NAME}}, Java без тестового задания',
        body: paragraphs(
          '{{FIRST_NAME}}, здравствуйте!',
          'Знаю, как надоедают тестовые задания, поэтому сразу: здесь их нет. Два собеседования и ответ за неделю.',
          `Команда платёжного ядра банка «Гавань», Java 21, Spring Boot, Kafka. ${page('java-platezhi', 'Чем занимается команда')}.`,
          'Прислать вилку и план собеседований?',
        ),
      },
    },
  ],
};

const analysts: Story['mailings'][number] = {
  vacancy: 'other_analyst',
  name: 'Аналитики данных: первое письмо и напоминание',
  messages: [
    {
      subject: 'Аналитика в банке «Гавань»',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Розничный блок банка «Гавань» ищет аналитика данных: SQL каждый день, эксперименты, выводы, по которым действительно принимают решения.',
        `${page('analitik-dannyh', 'Описание позиции')} подойдёт тому, кто уже работал как {{POSITION}}.`,
        'Хотите обсудить?',
      ),
    },
    {
      subject: 'Аналитика в банке «Гавань»: позиция ещё открыта',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Моё первое письмо могло прийти не вовремя. Если сначала хочется узнать про деньги, команду или удалёнку, просто ответьте на это письмо.',
      ),
      send_delay: 4 * day,
      delay_kind: 'business',
    },
  ],
};

const managers: NonNullable<Story['sequence']> = {
  name: 'Руководители проектов, Москва',
  people: {
    count: 18,
    title: 'руководител|менеджер проект|project manager|product manager|менеджер продукт',
    skills: ['Project management', 'Agile', 'Scrum', 'Product management', 'Jira', 'Team leadership'],
    script: 'cyrillic',
  },
  messages: [
    {
      subject: 'Проекты цифровой логистики',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Компания «Северный путь» запускает три проекта в цифровой логистике и ищет руководителей. Команды уже собраны, бюджет согласован.',
        'Ваш опыт ({{POSITION}}) близок к этим проектам, поэтому хочу рассказать подробнее. Созвонимся на этой неделе?',
      ),
    },
    {
      subject: 'Что за проекты у «Северного пути»',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        `Вместо новой просьбы о звонке: ${page('severnyj-put', 'две страницы о проектах')}, их написали сами команды.`,
        'Буду рада узнать, что вы думаете, даже если сейчас не ищете работу.',
      ),
      send_delay: 3 * day,
      delay_kind: 'business',
    },
    {
      subject: 'Последнее письмо о «Северном пути»',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Это моё последнее письмо об этих проектах. Если сейчас не время, скажите, когда лучше вернуться к разговору.',
      ),
      send_delay: 5 * day,
      delay_kind: 'business',
    },
  ],
};

const testers: NonNullable<Story['runningMailing']> = {
  vacancy: {
    name: 'Инженер по тестированию',
    company_name: 'Северный путь',
    description:
      'Ручные и автоматические проверки мобильного приложения и складской системы. Python или Java для автотестов, SQL, Postman.\n\nНужны два года в тестировании и желание писать автотесты. Удалённо или в офисе в Санкт-Петербурге.',
    query: JSON.stringify([{ skill: 'Test automation' }]),
  },
  name: 'Тестировщики: первое письмо',
  people: {
    count: 54,
    title: 'тестиров|qa|качеств|инженер|разработ|администратор|devops',
    skills: ['Test automation', 'Manual testing', 'Selenium', 'Postman', 'SQL', 'Python'],
    script: 'cyrillic',
  },
  messages: [
    {
      subject: 'Тестирование в «Северном пути»',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'В «Северном пути» открыта позиция инженера по тестированию: мобильное приложение и складская система, автотесты на Python или Java.',
        `${page('testirovanie', 'Описание')}. Можно удалённо. Для человека с вашим опытом ({{POSITION}}) большая часть будет знакома с первого дня.`,
        'Можно вам позвонить на этой неделе?',
      ),
    },
  ],
};

export const olgasStory: Story = {
  language: 'ru',
  email: 'recruiter@other.headwater.test',
  signature: '<p>Ольга Орлова<br>Ведущий рекрутер<br>«Орлова и партнёры»</p>',
  mailings: [accountants, java, analysts],
  sequence: managers,
  runningMailing: testers,
  templates: [
    {
      name: 'Первое письмо разработчикам',
      access_type: 'public',
      subject: '{{VACANCY}}: вопрос к вам, {{FIRST_NAME}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Ищу человека на позицию {{VACANCY}} в команду {{КОМАНДА}}. Ваш опыт ({{POSITION}}, {{COMPANY}}) хорошо подходит.',
        'Команда небольшая, код смотрят вместе, выпускают каждую неделю. Рассказать подробнее?',
        'Если писать не нужно: {{UNSUBSCRIBE}}.',
      ),
      variables: [{ name: 'КОМАНДА', value: 'платежей', data: ['платежей', 'логистики', 'мобильного приложения'] }],
    },
    {
      name: 'Напоминание через неделю',
      access_type: 'public',
      subject: 'Ещё раз о позиции {{VACANCY}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'На прошлой неделе я писала вам о позиции {{VACANCY}}. Она пока открыта; если есть вопросы, просто ответьте на это письмо.',
      ),
    },
    {
      name: 'Приглашение на собеседование',
      access_type: 'private',
      subject: 'Собеседование: {{VACANCY}}',
      body: paragraphs(
        '{{FIRST_NAME}}, здравствуйте!',
        'Команда хочет с вами познакомиться. Встреча займёт {{ВРЕМЯ}} по видеосвязи: поговорите с двумя коллегами о сделанной работе, без задач на доске.',
        'Какой день вам удобен: вторник, среда или четверг?',
      ),
      variables: [{ name: 'ВРЕМЯ', value: 'час', data: ['сорок минут', 'час', 'полтора часа'] }],
    },
  ],
  searches: [
    {
      name: 'Java и Spring',
      description: 'Платёжное ядро, банк «Гавань»',
      query: JSON.stringify([{ skill: 'Java' }, { skill: 'Spring Boot' }]),
    },
    { name: 'Аналитики: SQL и Python', description: 'Розничный блок', query: JSON.stringify([{ skill: 'SQL' }, { skill: 'Python' }]) },
    { name: 'Бухгалтерия, 1С', description: '', query: JSON.stringify([{ skill: '1C:Accounting' }]) },
  ],
  comments: russianComments,
  tasks: [
    { vacancy: 'other_java', statuses: ['Interview', 'Offer'], title: 'Узнать у команды итоги собеседования', dueInDays: 0 },
    { vacancy: 'other_analyst', statuses: ['Replied'], title: 'Позвонить и обсудить вилку', dueInDays: 1 },
    { vacancy: 'other_java', statuses: ['Replied'], title: 'Отправить описание вакансии', dueInDays: 0, isDone: true },
  ],
  fitNotes: [
    {
      vacancy: 'other_java',
      statuses: ['Interview', 'Offer', 'Replied'],
      verdict: 'fits',
      text: 'Аккуратно работает с деньгами и хорошо объясняет решения.',
    },
    {
      vacancy: 'other_java',
      statuses: ['Rejected'],
      verdict: 'does_not_fit',
      text: 'Ожидания выше вилки на треть. Вернуться, если вилку поднимут.',
    },
    {
      vacancy: 'other_analyst',
      statuses: ['Replied', 'Interview'],
      verdict: 'fits',
      text: 'Уверенный SQL, есть опыт экспериментов в банке.',
    },
  ],
  correspondence: russianAnswers,
};
