import { findLanguage } from '@headwater/reference/languages';

/** Query and filters of a search URL. */
export interface BenchQuery {
  q: string;
  f: string;
}

const skillQuery = (...names: string[]): BenchQuery => ({
  q: JSON.stringify(names.map((name) => `skill:${name}`)),
  f: '',
});
const allSkills = (...names: string[]): BenchQuery => ({
  q: JSON.stringify(names.map((name) => `skillAll:${name}`)),
  f: '',
});
const titleQuery = (text: string): BenchQuery => ({
  q: JSON.stringify([{ position: text, exact: 1 }]),
  f: '',
});
const textQuery = (text: string): BenchQuery => ({
  q: JSON.stringify([`text:${text}`]),
  f: '',
});
const skillIn = (skill: string, city: string): BenchQuery => ({
  q: JSON.stringify([`skill:${skill}`, `location:${city}`]),
  f: '',
});
const filtered = (skill: string, level: string, speaks: string): BenchQuery => ({
  q: JSON.stringify([`skill:${skill}`]),
  f: `language:${findLanguage(speaks)?.code};seniorityLevel:${level};contacts:email`,
});
const excluding = (skill: string, ...without: string[]): BenchQuery => ({
  q: JSON.stringify([`skill:${skill}`, ...without.map((name) => `-skill:${name}`)]),
  f: '',
});

/** Ordered by frequency, from all people to a handful. */
export const queries: readonly BenchQuery[] = [
  { q: '', f: '' },
  skillQuery('Python'),
  skillQuery('SQL'),
  allSkills('Python', 'SQL'),
  skillQuery('Java', 'Kotlin'),
  titleQuery('developer'),
  filtered('SQL', 'senior', 'English'),
  skillIn('Python', 'Moscow'),
  skillQuery('JavaScript', 'TypeScript', 'React'),
  allSkills('Docker', 'Linux'),
  excluding('Python', 'Java', 'C++'),
  filtered('Python', 'middle', 'Russian'),
  titleQuery('accountant'),
  skillIn('SQL', 'London'),
  textQuery('project management'),
  skillQuery('Excel'),
  allSkills('Java', 'Docker', 'PostgreSQL'),
  titleQuery('product manager'),
  excluding('SQL', 'Python'),
  skillIn('JavaScript', 'Saint Petersburg'),
  filtered('Excel', 'senior', 'English'),
  skillQuery('C++', 'C#', 'Go'),
  textQuery('data'),
  allSkills('React', 'TypeScript', 'Node.js'),
  titleQuery('sales manager'),
  skillQuery('Kubernetes'),
  skillIn('Java', 'Berlin'),
  excluding('Docker', 'Kubernetes'),
  filtered('Java', 'senior', 'German'),
  textQuery('machine learning'),
  allSkills('Python', 'Machine learning'),
  titleQuery('nurse'),
  skillQuery('Photoshop', 'Figma'),
  skillIn('Excel', 'New York City'),
  titleQuery('director'),
  allSkills('Git', 'Jira'),
  excluding('Java', 'Spring'),
  textQuery('customer service'),
  skillQuery('Rust'),
  allSkills('Kubernetes', 'Terraform', 'Python', 'Go'),
];

/** Deterministic. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Zipf distribution. */
function skewed<T>(items: readonly T[], next: () => number): () => T {
  const weights = items.map((_, index) => 1 / (index + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return () => {
    let left = next() * total;
    const index = weights.findIndex((weight) => (left -= weight) <= 0);
    return items[index < 0 ? 0 : index] as T;
  };
}

const skills = [
  'Excel', 'SQL', 'Python', 'JavaScript', 'Java', 'Git', 'Linux', 'Docker', 'Project management', 'React', 'Negotiation', 'CRM', 'AutoCAD',
  'PostgreSQL', 'TypeScript', 'Figma', 'Photoshop', 'Kubernetes', 'C++', 'C#', 'Scrum', 'Jira', 'SEO', 'Node.js', 'Spring', 'Kotlin', 'Go',
  'PHP', 'Django', 'AWS', 'Terraform', 'Machine learning', 'Pandas', 'Power BI', 'Tableau', 'SAP', 'Accounting', 'Swift', 'Android', 'Vue.js',
  'Angular', 'Redis', 'Kafka', 'MongoDB', 'Jenkins', 'Ansible', 'Selenium', 'Unity', 'Ruby', 'Scala', 'Rust', 'Elixir', 'Haskell',
]; // prettier-ignore
const cities = ['Moscow', 'London', 'Saint Petersburg', 'New York City', 'Berlin', 'Bengaluru', 'Kyiv', 'Warsaw', 'Paris', 'Novosibirsk'];
const titles = [
  'developer', 'manager', 'engineer', 'sales manager', 'accountant', 'designer', 'analyst', 'project manager', 'teacher', 'nurse', 'director',
  'product manager', 'recruiter', 'data scientist', 'lawyer', 'driver', 'системный администратор', 'разработчик', 'бухгалтер', 'менеджер',
]; // prettier-ignore
const texts = ['data', 'team', 'project management', 'customer service', 'machine learning', 'responsible for', 'high load', 'процессы'];
const levels = ['senior', 'middle', 'junior'];
const spoken = ['English', 'Russian', 'German', 'French'];

/** Share of the listed queries; others combine skewed terms and are mostly rare. */
const listed = 0.6;

/** Deterministic order with few frequent and many rare queries. */
export function replay(count: number): BenchQuery[] {
  const next = drawing(42);
  const known = skewed(queries, next);
  const [skill, city, title, text, level, language] = [skills, cities, titles, texts, levels, spoken].map((list) =>
    skewed(list as readonly string[], next),
  ) as [() => string, () => string, () => string, () => string, () => string, () => string];
  const made: readonly (() => BenchQuery)[] = [
    () => skillQuery(skill(), skill()),
    () => allSkills(skill(), skill()),
    () => allSkills(skill(), skill(), skill()),
    () => skillIn(skill(), city()),
    () => filtered(skill(), level(), language()),
    () => titleQuery(title()),
    () => excluding(skill(), skill(), skill()),
    () => textQuery(text()),
  ];
  return Array.from({ length: count }, () => (next() < listed ? known() : (made[Math.floor(next() * made.length)] ?? known)()));
}

/** Texts while typing into the suggestion boxes. */
export function typed(count: number): { text: string; field: string }[] {
  const next = drawing(43);
  const [skill, city, title] = [skewed(skills, next), skewed(cities, next), skewed(titles, next)];
  const fields = [
    { field: 'skill', word: skill },
    { field: 'skill', word: skill },
    { field: 'position', word: title },
    { field: 'location', word: city },
  ];
  const out: { text: string; field: string }[] = [];
  while (out.length < count) {
    const { field, word } = fields[Math.floor(next() * fields.length)] as (typeof fields)[number];
    const whole = word();
    for (let length = 1; length <= whole.length && out.length < count; length++) out.push({ text: whole.slice(0, length), field });
  }
  return out;
}
