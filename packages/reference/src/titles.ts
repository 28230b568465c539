import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface JobTitle {
  /** Computed from `key`, so it is stable. */
  id: number;
  key: string;
  /** Singular, sentence case, without seniority. */
  name: string;
  nameRu: string | null;
  aliases: string[];
  /** ISCO-08 unit group. */
  isco: string | null;
  /** O*NET-SOC code. */
  soc: string | null;
  family: string | null;
  common: boolean;
  skills: number[];
}

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

/** Does not strip seniority. */
export function findTitle(text: string): JobTitle | undefined {
  return findNamed(byName(), text);
}

export function titleSynonyms(id: number): string[] {
  const title = titleById(id);
  if (title === undefined) return [];
  return [...new Set([title.name, ...(title.nameRu === null ? [] : [title.nameRu]), ...title.aliases])];
}
