import { findCity } from '@headwater/reference/cities';
import { findLanguage } from '@headwater/reference/languages';
import { findSkill } from '@headwater/reference/skills';

/** One search, as an address for the product and as a condition on the comparison table of PostgreSQL. */
export interface BenchQuery {
  name: string;
  q: string;
  f: string;
  /** SQL on `terms text[]` and `words tsvector`. */
  sql: string;
  /** The same without the filter of one facet, for the counts of that facet. */
  sqlWithout?: string;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const skillTerm = (name: string) => `skill=${findSkill(name)?.id ?? `n:${name.toLowerCase()}`}`;
const array = (terms: readonly string[]) => `array[${terms.map(quote).join(',')}]`;
const cityTerm = (name: string) => `location=${findCity(name)?.id}`;
const language = (name: string) => `language=${findLanguage(name)?.code}`;

const skillQuery = (...names: string[]): BenchQuery => ({
  name: `any of ${names.join(', ')}`,
  q: JSON.stringify(names.map((name) => `skill:${name}`)),
  f: '',
  sql: `terms && ${array(names.map(skillTerm))}`,
});
const allSkills = (...names: string[]): BenchQuery => ({
  name: `all of ${names.join(', ')}`,
  q: JSON.stringify(names.map((name) => `skillAll:${name}`)),
  f: '',
  sql: `terms @> ${array(names.map(skillTerm))}`,
});
const titleQuery = (text: string): BenchQuery => ({
  name: `title ${text}`,
  q: JSON.stringify([{ position: text, exact: 1 }]),
  f: '',
  sql: `words @@ phraseto_tsquery('simple', ${quote(text)})`,
});
const textQuery = (text: string): BenchQuery => ({
  name: `text ${text}`,
  q: JSON.stringify([`text:${text}`]),
  f: '',
  sql: `words @@ phraseto_tsquery('simple', ${quote(text)})`,
});
const skillIn = (skill: string, city: string): BenchQuery => ({
  name: `${skill} in ${city}`,
  q: JSON.stringify([`skill:${skill}`, `location:${city}`]),
  f: '',
  sql: `terms @> ${array([skillTerm(skill), cityTerm(city)])}`,
});
const filtered = (skill: string, level: string, speaks: string): BenchQuery => ({
  name: `${skill}, ${level}, ${speaks}`,
  q: JSON.stringify([`skill:${skill}`]),
  f: `language:${findLanguage(speaks)?.code};seniorityLevel:${level};contacts:email`,
  sql: `terms @> ${array([skillTerm(skill), language(speaks), `seniorityLevel=${level}`, 'contacts=email'])}`,
  sqlWithout: `terms @> ${array([skillTerm(skill), language(speaks), 'contacts=email'])}`,
});
const excluding = (skill: string, ...without: string[]): BenchQuery => ({
  name: `${skill} without ${without.join(', ')}`,
  q: JSON.stringify([`skill:${skill}`, ...without.map((name) => `-skill:${name}`)]),
  f: '',
  sql: `terms @> ${array([skillTerm(skill)])} and not terms && ${array(without.map(skillTerm))}`,
});

/** From everybody to a handful; the first are asked most. */
export const queries: readonly BenchQuery[] = [
  { name: 'everybody', q: '', f: '', sql: 'true' },
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

/** The order in which queries are asked: a few often, most rarely (Zipf), the same in every run. */
export function replay(count: number): BenchQuery[] {
  const weights = queries.map((_, index) => 1 / (index + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    let left = next() * total;
    const index = weights.findIndex((weight) => (left -= weight) <= 0);
    return queries[index < 0 ? 0 : index] as BenchQuery;
  });
}
