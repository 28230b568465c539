import { englishAnswers } from './english-answers.ts';
import { englishComments } from './english-comments.ts';
import { day, paragraphs, type Story } from './story.ts';

const careers = (page: string, text: string) => `<a href="https://example.com/careers/${page}">${text}</a>`;

const designer: Story['mailings'][number] = {
  vacancy: 'design',
  name: 'Product designers: first contact',
  messages: [
    {
      subject: 'Product design at Acme, {{FIRST_NAME}}?',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'Acme is looking for a product designer for the account area of its B2B product. Your work at {{COMPANY}} made me think of you: the role is research with customers, prototypes, and a design system shared with the web team.',
        `Here is ${careers('product-designer', 'the full description')}. It is remote within two hours of Berlin time.`,
        'Would you be open to twenty minutes on the phone this week?',
      ),
    },
    {
      subject: 'One more detail about the design role',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'A short note in case my first one got lost: the team has just shipped its new component library, and whoever joins now shapes what comes next.',
        'If it is not for you, a one-line reply is enough and I will not write about it again.',
      ),
      send_delay: 4 * day,
      delay_kind: 'business',
    },
  ],
};

const frontend: Story['mailings'][number] = {
  vacancy: 'frontend',
  hasMishaps: true,
  name: 'React developers: first contact',
  messages: [
    {
      subject: 'React at Northwind Retail',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'Northwind Retail is rebuilding its shop as a single-page application: React, TypeScript, a component library of its own, and accessibility checked with every change.',
        `Your experience as {{POSITION}} fits well, so ${careers('frontend-react', 'the role')} may be a good next step. Three years with React, tests and code review as everyday work, two days a week in the office.`,
        'Are you open to a conversation?',
      ),
      variant_b: {
        subject: '{{FIRST_NAME}}, a frontend team that tests what it ships',
        body: paragraphs(
          'Hello {{FIRST_NAME}},',
          'Your work as {{POSITION}} at {{COMPANY}} is why I ask: would you like to work where accessibility and tests are part of every change and not of next quarter?',
          `Northwind Retail is rebuilding its shop with React and TypeScript. ${careers('frontend-react', 'Here is what the team does')}.`,
          'Shall I send you the salary range and the interview steps?',
        ),
      },
    },
  ],
};

const backend: Story['mailings'][number] = {
  vacancy: 'backend',
  name: 'Go developers: first contact and follow-up',
  messages: [
    {
      subject: 'Go on the platform team of Acme',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I am hiring for the platform team of Acme: identity, billing and messaging for all of its products, about 40,000 requests a second at peak. Go, gRPC, Kafka, PostgreSQL, Kubernetes.',
        `Your background as {{POSITION}} fits well. ${careers('backend-go', 'This is the role')}: two interviews, no homework, an answer within a week.`,
        'When could we talk?',
      ),
    },
    {
      subject: 'Still open: Go on the platform team of Acme',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I wrote to you last week about the platform team of Acme. The position is still open, and the team would like to meet somebody with your experience.',
        'If you have a question first, about pay, on-call or remote work, just reply to this message.',
      ),
      send_delay: 4 * day,
      delay_kind: 'business',
    },
  ],
};

const data: NonNullable<Story['sequence']> = {
  name: 'Data engineers in Europe',
  people: {
    count: 26,
    title: 'data|machine learning|analyst|ml engineer',
    skills: ['Python', 'SQL', 'Apache Spark', 'Apache Airflow', 'Machine learning', 'Data analysis', 'dbt', 'Snowflake'],
    script: 'latin',
  },
  messages: [
    {
      subject: 'Data engineering at a bank that ships weekly',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'Harbour Bank is building a data platform team in Europe: Python, Spark and Airflow, a warehouse that analysts use every day, and releases every week.',
        'You know data from your work as {{POSITION}}, so I would like to tell you more. Does a short call suit you?',
      ),
    },
    {
      subject: 'What the data team of Harbour Bank works on',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        `Instead of another request for a call: ${careers('data-platform', 'two pages about the platform')}, written by the people who run it.`,
        'Tell me what you think of it, even if you are not looking.',
      ),
      send_delay: 3 * day,
      delay_kind: 'business',
    },
    {
      subject: 'Last note about Harbour Bank',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'This is my last message about the data team. If the timing is wrong, tell me when to come back; otherwise I will leave it at that.',
      ),
      send_delay: 5 * day,
      delay_kind: 'business',
    },
  ],
};

const reliability: NonNullable<Story['runningMailing']> = {
  vacancy: {
    name: 'Site reliability engineer (Kubernetes)',
    company_name: 'Northwind Retail',
    description:
      'Keeps the shop up through its busiest days: Kubernetes on two clouds, Terraform, Prometheus, a calm on-call of one week in six.\n\nFour years or more of operations or backend work, Linux, one language for automation. Remote in Europe.',
    query: JSON.stringify([{ skill: 'Kubernetes' }, { skill: 'Linux' }]),
  },
  name: 'Site reliability engineers: first contact',
  people: {
    count: 50,
    title: 'devops|site reliability|system|cloud|platform|infrastructure|network|security|engineer',
    skills: ['Kubernetes', 'Linux', 'Terraform', 'Prometheus', 'AWS', 'Docker', 'Ansible'],
    script: 'latin',
  },
  messages: [
    {
      subject: 'Reliability engineering at Northwind Retail',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'Northwind Retail is hiring a site reliability engineer: Kubernetes on two clouds, Terraform, Prometheus, and an on-call of one week in six that is paid.',
        `${careers('sre', 'The role')} is remote in Europe. With your experience as {{POSITION}} you would know most of it from the first day.`,
        'May I call you this week?',
      ),
    },
  ],
};

export const ritasStory: Story = {
  language: 'en',
  email: 'recruiter@demo.headwater.test',
  signature: '<p>Rita Keller<br>Senior recruiter, engineering and design<br>+44 20 7946 0958</p>',
  mailings: [designer, frontend, backend],
  sequence: data,
  runningMailing: reliability,
  templates: [
    {
      name: 'First contact: engineers',
      access_type: 'public',
      subject: '{{VACANCY}}: a question, {{FIRST_NAME}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I am hiring for {{VACANCY}} in the {{TEAM}} team, and your work as {{POSITION}} at {{COMPANY}} caught my eye.',
        'The team is small, reviews its own code and releases every week. Would you like to hear what it works on?',
        'If you would rather not hear from us, {{UNSUBSCRIBE}}.',
      ),
      variables: [{ name: 'TEAM', value: 'platform', data: ['platform', 'payments', 'search', 'mobile'] }],
    },
    {
      name: 'Follow-up after a week',
      access_type: 'public',
      subject: 'Still open: {{VACANCY}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'I wrote to you last week about {{VACANCY}}. The position is still open; if you have a question first, just reply to this message.',
      ),
    },
    {
      name: 'Invitation to an interview',
      access_type: 'private',
      subject: 'Interview for {{VACANCY}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'The team would like to meet you. The interview takes {{LENGTH}} by video call; you will talk to two engineers about work that you have done, without puzzles.',
        'Which of these days suits you: Tuesday, Wednesday or Thursday?',
      ),
      variables: [{ name: 'LENGTH', value: 'an hour', data: ['45 minutes', 'an hour', 'ninety minutes'] }],
    },
    {
      name: 'Designers: asking for a portfolio',
      access_type: 'private',
      subject: 'Your portfolio, {{FIRST_NAME}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'Before we talk, could you send me two or three pieces of work that you are proud of, with a line on what your part was? A link is enough.',
      ),
    },
  ],
  searches: [
    {
      name: 'Go and Kubernetes',
      description: 'For the platform team of Acme',
      query: JSON.stringify([{ skill: 'Go' }, { skill: 'Kubernetes' }]),
    },
    { name: 'React and TypeScript', description: 'Northwind Retail', query: JSON.stringify([{ skill: 'React' }, { skill: 'TypeScript' }]) },
    {
      name: 'Python with SQL',
      description: 'Data engineers, all of Europe',
      query: JSON.stringify([{ skill: 'Python' }, { skill: 'SQL' }]),
    },
    { name: 'Product designers with Figma', description: '', query: JSON.stringify([{ skill: 'Figma' }]) },
  ],
  comments: englishComments,
  tasks: [
    { vacancy: 'backend', statuses: ['Interview', 'Offer'], title: 'Ask the team for feedback on the interview', dueInDays: 0 },
    { vacancy: 'frontend', statuses: ['Replied'], title: 'Call about the salary range', dueInDays: 1 },
    { vacancy: 'frontend', statuses: ['Interview'], title: 'Send the plan of the interview day', dueInDays: 3 },
    { vacancy: 'backend', statuses: ['Rejected'], title: 'Write again about remote roles', dueInDays: 45 },
    { vacancy: 'backend', statuses: ['Replied'], title: 'Send the full description', dueInDays: 0, isDone: true },
  ],
  fitNotes: [
    {
      vacancy: 'backend',
      statuses: ['Offer', 'Interview'],
      verdict: 'fits',
      text: 'Explains how systems fail and what to measure. Fits platform and infrastructure roles of other clients, too.',
    },
    {
      vacancy: 'backend',
      statuses: ['Replied'],
      verdict: 'fits',
      text: 'Wants to work with Go and has begun with a side project.',
    },
    {
      vacancy: 'backend',
      statuses: ['Rejected'],
      verdict: 'does_not_fit',
      text: 'Does not want to come to the office. Fits remote roles only.',
    },
    { vacancy: 'frontend', statuses: ['Interview', 'Replied'], verdict: 'fits', text: 'Strong in accessibility and component libraries.' },
    {
      vacancy: 'frontend',
      statuses: ['Rejected'],
      verdict: 'does_not_fit',
      text: 'Salary expectations are 20% above the range of the client.',
    },
    { vacancy: 'design', statuses: ['Rejected'], verdict: 'fits', text: 'Second choice for the design role. Ask first for the next one.' },
  ],
  shortlist: {
    vacancy: 'backend',
    statuses: ['Replied', 'Interview', 'Offer'],
    count: 4,
    reviewer: 'hm@demo.headwater.test',
    reviews: [
      { decision: 'approved', comment: 'Right background. Please invite for the second interview.' },
      { decision: 'rejected', comment: 'Mostly front end in the last years; we need depth in distributed systems.' },
    ],
  },
  correspondence: englishAnswers,
};

export const alicesStory: Story = {
  language: 'en',
  email: 'admin@demo.headwater.test',
  signature: '<p>Alice Morgan<br>Head of talent<br>+44 20 7946 0321</p>',
  mailings: [
    {
      vacancy: 'sales',
      name: 'Head of sales: confidential approach',
      messages: [
        {
          subject: 'A confidential search in your field, {{FIRST_NAME}}',
          body: paragraphs(
            'Hello {{FIRST_NAME}},',
            'A company in B2B services is looking for a head of sales: twelve people, a sales cycle of three months, large customers. I can name the company when we talk.',
            'Your record as {{POSITION}} is close to what they need. Would you have half an hour for a confidential conversation?',
          ),
        },
      ],
    },
  ],
  templates: [
    {
      name: 'Confidential approach',
      access_type: 'private',
      subject: 'A confidential search in your field, {{FIRST_NAME}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'A client of mine is looking for somebody with your experience. I can name the company when we talk. Would you have half an hour?',
      ),
    },
    {
      name: 'After an offer',
      access_type: 'public',
      subject: 'Your offer for {{VACANCY}}',
      body: paragraphs(
        'Hello {{FIRST_NAME}},',
        'The offer is on its way to you. Take the time that you need and ask whatever is unclear: I would rather explain a line twice than have you wonder about it.',
      ),
    },
  ],
  searches: [{ name: 'Sales leaders', description: 'Confidential search', query: JSON.stringify([{ skill: 'Sales management' }]) }],
  comments: [],
  tasks: [{ vacancy: 'sales', statuses: ['Replied', 'Interview', 'Offer'], title: 'Ask for references, discreetly', dueInDays: 2 }],
  fitNotes: [],
  correspondence: englishAnswers,
};
