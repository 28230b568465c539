import type { DemoVacancy } from './vacancy.ts';

const recruiter = 'recruiter@demo.headwater.test';

export const englishVacancies: readonly DemoVacancy[] = [
  {
    key: 'design',
    owner: recruiter,
    name: 'Product designer (B2B)',
    client: 'Acme',
    description:
      'A designer for the account area of a B2B product: research with customers, prototypes, a design system shared with the web team.\n\nAt least four years with digital products, a portfolio of shipped work, good English. Remote within two hours of Berlin time.',
    location: 'Berlin or remote',
    salary: { from: 65_000, to: 80_000, currency: 'EUR' },
    headcount: 1,
    access: 'public',
    openedDaysAgo: 96,
    closedDaysAgo: 31,
    addedDaysAgo: [92, 84, 76],
    people: {
      count: 18,
      title: 'designer',
      skills: ['Figma', 'UX/UI design', 'Prototyping', 'Design systems', 'User research', 'Usability testing'],
      script: 'latin',
    },
  },
  {
    key: 'sales',
    owner: 'admin@demo.headwater.test',
    name: 'Head of sales (confidential)',
    client: 'Northlight',
    description:
      'The present head of sales will be replaced, so the search is confidential: candidates learn the name of the client when they meet.\n\nTwelve people sell to businesses, with a sales cycle of three months. Wanted: five years or more of leading sales teams, talks with large customers of one’s own, and order in the CRM.',
    location: 'Hamburg',
    headcount: 1,
    access: 'private',
    openedDaysAgo: 33,
    addedDaysAgo: [30, 21, 12],
    people: {
      count: 16,
      title: 'sales|commercial|account (executive|manager)|business development',
      skills: ['Sales management', 'B2B sales', 'Negotiation', 'Team leadership', 'CRM', 'Strategic planning'],
      script: 'latin',
    },
  },
  {
    key: 'frontend',
    owner: recruiter,
    name: 'Frontend developer (React)',
    client: 'Northwind Retail',
    description:
      'The team rebuilds an online shop as a single-page application: React, TypeScript, a component library of its own, accessibility checked with every change.\n\nThree years or more with React in production. Tests and code review are everyday work. Remote or hybrid, two days a week in the office.',
    location: 'Hamburg, hybrid',
    salary: { from: 72_000, to: 88_000, currency: 'EUR' },
    headcount: 2,
    access: 'public',
    openedDaysAgo: 24,
    addedDaysAgo: [23, 17, 10, 6],
    people: {
      count: 28,
      title: 'front-?end|javascript|web developer',
      skills: ['React', 'TypeScript', 'JavaScript', 'Redux', 'Next.js', 'Jest'],
      script: 'latin',
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
    location: 'Berlin or remote',
    salary: { from: 75_000, to: 95_000, currency: 'EUR' },
    headcount: 2,
    deadlineInDays: 40,
    access: 'public',
    openedDaysAgo: 19,
    addedDaysAgo: [18, 14, 9, 5, 2],
    people: {
      count: 36,
      title: 'back-?end|software (engineer|developer)',
      skills: ['Go', 'gRPC', 'Protocol Buffers', 'NATS', 'Microservices', 'Apache Kafka', 'Highload', 'Kubernetes', 'PostgreSQL'],
      script: 'latin',
    },
  },
];
