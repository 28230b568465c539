type DialogStep = { we: string } | { they: string } | 'they read' | 'we read';

export interface DialogStory {
  key: string;
  card: number;
  /** Ending of the username; Telegram refuses messages to some users. */
  ending?: '_private';
  steps: readonly DialogStep[];
}

export const simCards = [
  { phone: '+12025550141', note: 'Engineering' },
  { phone: '+12025550142', note: 'Mobile and web' },
] as const;

export const dialogPeople = {
  count: 40,
  title: 'mobile|android|ios|web|software|developer',
  skills: ['Kotlin', 'Swift', 'Android', 'iOS', 'React Native'],
  script: 'latin',
} as const;

/** `{name}` is a first name. Ordered by start. */
export const dialogStories: readonly DialogStory[] = [
  {
    key: 'refused',
    card: 1,
    ending: '_private',
    steps: [{ we: 'Hi {name}, I am Rita from the hiring team. Would you talk about a mobile role with us this week?' }],
  },
  {
    key: 'read',
    card: 0,
    steps: [
      { we: 'Hi {name}, we are hiring a senior mobile developer: Kotlin, two releases a month, fully remote. Interested?' },
      'they read',
    ],
  },
  {
    key: 'agreed',
    card: 0,
    steps: [
      { we: 'Hi {name}, I saw your work on mobile apps. We look for somebody to lead a small Android team. Is it worth ten minutes?' },
      { they: 'Hi Rita! It might be. Is it remote, and what is the range?' },
      'we read',
      { we: 'Fully remote within Europe, and the range is 80 to 95 thousand a year. Would tomorrow at 11:00 suit you?' },
      { they: 'Tomorrow at 11:00 works. Send me a link, please 👍' },
      'we read',
      { we: 'The invitation is on its way. Talk to you tomorrow!' },
      'they read',
    ],
  },
  {
    key: 'waiting',
    card: 1,
    steps: [
      { we: 'Hello {name}, a short question: are you open to a new role in mobile development this autumn?' },
      { they: 'Hello! In principle yes, but not before January. Does that still fit?' },
      'we read',
    ],
  },
  {
    key: 'new',
    card: 1,
    steps: [
      { we: 'Hi {name}, our iOS team grows by two people. Shall I send you the description?' },
      { they: 'Hi, yes please.' },
      { they: 'And tell me how the interviews go, I have little time at the moment.' },
    ],
  },
];
