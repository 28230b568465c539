import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface JobTitle {
  /** Stable: computed from `key`. */
  id: number;
  key: string;
  /** Singular, sentence case, without seniority: "Software developer". */
  name: string;
  nameRu: string | null;
  aliases: string[];
  /** ISCO-08 unit group of four digits, where known. */
  isco: string | null;
  /** O*NET-SOC code, where known. */
  soc: string | null;
  /** Titles of one family follow each other in a career ("backend", "accounting"). Set for common titles. */
  family: string | null;
  /** One of the titles recruiters use every day; these come first. */
  common: boolean;
  /** Ids of typical skills, the most typical first. */
  skills: number[];
}

/** All job titles, the common ones first. */
export const loadTitles: () => JobTitle[] = once(() =>
  readTable('titles', (row) => ({
    id: row.number('id'),
    key: row.text('key'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    aliases: row.list('aliases'),
    isco: row.optional('isco'),
    soc: row.optional('soc'),
    family: row.optional('family'),
    common: row.text('common') === '1',
    skills: row.list('skills').map(Number),
  })),
);

const byId = once(() => new Map(loadTitles().map((title) => [title.id, title])));
const byName = once(() => indexNames(loadTitles()));

export function titleById(id: number): JobTitle | undefined {
  return byId().get(id);
}

/** The job title a text names; seniority words are not stripped here. */
export function findTitle(text: string): JobTitle | undefined {
  return findNamed(byName(), text);
}

/** Every spelling of a title, the canonical name first; empty for an unknown id. */
export function titleSynonyms(id: number): string[] {
  const title = titleById(id);
  if (title === undefined) return [];
  return [...new Set([title.name, ...(title.nameRu === null ? [] : [title.nameRu]), ...title.aliases])];
}
