import type { DemoVacancy } from './vacancy.ts';

const recruiter = 'recruiter@other.headwater.test';

export const russianVacancies: readonly DemoVacancy[] = [
  {
    key: 'other_accountant',
    owner: recruiter,
    name: 'Главный бухгалтер',
    client: 'Сеть «Берёзка»',
    description:
      'Бухгалтерия сети из сорока магазинов: шесть человек, 1С, общая система налогообложения.\n\nНужен опыт главного бухгалтера в рознице от трёх лет и готовность навести порядок в документообороте. Офис в Москве, два дня в неделю можно работать из дома.',
    location: 'Москва',
    salary: { from: 180_000, to: 230_000, currency: 'RUB' },
    headcount: 1,
    access: 'public',
    openedDaysAgo: 88,
    closedDaysAgo: 34,
    addedDaysAgo: [85, 78, 71],
    people: {
      count: 14,
      title: 'бухгалтер',
      skills: ['1C:Accounting', 'Accounting', 'Tax accounting', 'Financial reporting'],
      script: 'cyrillic',
    },
  },
  {
    key: 'other_java',
    owner: recruiter,
    name: 'Java-разработчик (платежи)',
    client: 'Банк «Гавань»',
    description:
      'Команда платёжного ядра: переводы, эквайринг, расчёты с партнёрами. Java 21, Spring Boot, Kafka, PostgreSQL, до трёх тысяч операций в секунду.\n\nНужны три года коммерческой разработки на Java и аккуратность в работе с деньгами. Можно удалённо из любого города России.',
    location: 'Россия, удалённо',
    salary: { from: 280_000, to: 380_000, currency: 'RUB' },
    headcount: 3,
    deadlineInDays: 35,
    access: 'public',
    openedDaysAgo: 26,
    addedDaysAgo: [25, 18, 11, 7],
    people: {
      count: 26,
      title: 'java|разработчик|программист',
      skills: ['Java', 'Spring Boot', 'Spring Framework', 'Apache Kafka', 'PostgreSQL', 'Microservices'],
      script: 'cyrillic',
    },
  },
  {
    key: 'other_analyst',
    owner: recruiter,
    name: 'Аналитик данных',
    client: 'Банк «Гавань»',
    description:
      'Отчёты и эксперименты для розничного блока банка. SQL каждый день, для остального Python; по этим цифрам принимают решения.\n\nНужны два года в продуктовой или банковской аналитике, уверенный SQL и умение объяснить вывод тем, кто не работает с данными.',
    location: 'Москва, гибрид',
    salary: { from: 180_000, to: 260_000, currency: 'RUB' },
    headcount: 1,
    access: 'public',
    openedDaysAgo: 15,
    addedDaysAgo: [14, 7, 3],
    people: {
      count: 20,
      title: 'аналитик|analyst',
      skills: ['SQL', 'Python', 'Data analysis', 'Tableau', 'Power BI', 'pandas'],
      script: 'cyrillic',
    },
  },
];
