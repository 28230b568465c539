/** A vacancy of the demo. Emails name its people; days count back from the day of the install. */
export interface DemoVacancy {
  /** Never changes: a fact of this name says that the vacancy was made. */
  key: string;
  owner: string;
  granted?: readonly string[];
  name: string;
  client: string;
  description: string;
  access: 'public' | 'private';
  openedDaysAgo: number;
  /** Archived that many days ago, its position filled. */
  closedDaysAgo?: number;
  /** Days ago on which people were added. */
  addedDaysAgo: readonly number[];
  people: PeopleWanted;
}

export interface PeopleWanted {
  count: number;
  /** PostgreSQL regular expression over the latest title, regardless of case. */
  title: string;
  /** Who has more of these comes first; names of the reference list. */
  skills: readonly string[];
}

const recruiter = 'recruiter@demo.headwater.test';

export const demoVacancies: readonly DemoVacancy[] = [
  {
    key: 'design',
    owner: recruiter,
    name: 'Product designer (B2B)',
    client: 'Acme',
    description:
      'A designer for the account area of a B2B product: research with customers, prototypes, a design system shared with the web team.\n\nAt least four years with digital products, a portfolio of shipped work, good English. Remote within two hours of Berlin time.',
    access: 'public',
    openedDaysAgo: 96,
    closedDaysAgo: 31,
    addedDaysAgo: [92, 84, 76],
    people: {
      count: 18,
      title: 'designer|дизайнер',
      skills: ['Figma', 'UX/UI design', 'Prototyping', 'Design systems', 'User research', 'Usability testing'],
    },
  },
  {
    key: 'sales',
    owner: 'admin@demo.headwater.test',
    name: 'Руководитель отдела продаж',
    client: 'Северный свет',
    description:
      'Замена действующему руководителю, поэтому поиск закрытый: компанию клиента кандидатам до встречи не называем.\n\nОтдел из двенадцати человек, продажи бизнесу, средний цикл сделки три месяца. Нужны опыт управления продажами от пяти лет, собственная практика переговоров с крупными клиентами и порядок в CRM.',
    access: 'private',
    openedDaysAgo: 33,
    addedDaysAgo: [30, 21, 12],
    people: {
      count: 16,
      title: 'продаж|коммерческий директор|работе с (ключевыми )?клиентами',
      skills: ['Sales management', 'B2B sales', 'Negotiation', 'Team leadership', 'CRM', 'Strategic planning'],
    },
  },
  {
    key: 'frontend',
    owner: recruiter,
    name: 'Frontend developer (React)',
    client: 'Northwind Retail',
    description:
      'The team rebuilds an online shop as a single-page application: React, TypeScript, a component library of its own, accessibility checked with every change.\n\nThree years or more with React in production. Tests and code review are everyday work. Remote or hybrid, two days a week in the office.',
    access: 'public',
    openedDaysAgo: 24,
    addedDaysAgo: [23, 17, 10, 4],
    people: {
      count: 28,
      title: 'front-?end|javascript|web developer|веб-разработчик',
      skills: ['React', 'TypeScript', 'JavaScript', 'Redux', 'Next.js', 'Jest'],
    },
  },
  {
    key: 'backend',
    owner: recruiter,
    granted: ['hm@demo.headwater.test'],
    name: 'Platform team: Backend developer (Go)',
    client: 'Acme',
    description:
      'The platform team runs the services that every product of the company stands on: identity, billing, messaging. Go, gRPC, Kafka, PostgreSQL, Kubernetes; about 40,000 requests a second at peak.\n\nWanted: three years or more of backend work under load, Go or the wish to move to it from another language, an eye for how things fail. English for daily work. Two interviews, with the team and with the hiring manager, and no homework.',
    access: 'public',
    openedDaysAgo: 19,
    addedDaysAgo: [18, 14, 9, 5, 2],
    people: {
      count: 36,
      title: 'back-?end|software (engineer|developer)|инженер-программист|разработчик по',
      skills: ['Go', 'gRPC', 'Protocol Buffers', 'NATS', 'Microservices', 'Apache Kafka', 'Highload', 'Kubernetes', 'PostgreSQL'],
    },
  },
  {
    key: 'other_analyst',
    owner: 'recruiter@other.headwater.test',
    name: 'Data analyst',
    client: 'Harbour Bank',
    description: 'Reports and experiments for the retail side of a bank. SQL every day, Python for the rest; the numbers end in decisions.',
    access: 'public',
    openedDaysAgo: 15,
    addedDaysAgo: [14, 7],
    people: {
      count: 15,
      title: 'analyst|аналитик',
      skills: ['SQL', 'Python', 'Data analysis', 'Tableau', 'Power BI', 'pandas'],
    },
  },
];
