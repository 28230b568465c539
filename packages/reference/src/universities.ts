import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface University {
  /** Computed from name and country, so it is stable. */
  id: number;
  name: string;
  nameRu: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string;
  domains: string[];
  aliases: string[];
}

export const loadUniversities: () => University[] = once(() =>
  readTable('universities', (row) => ({
    id: row.number('id'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    country: row.text('country'),
    domains: row.list('domains'),
    aliases: row.list('aliases'),
  })),
);

const byId = once(() => new Map(loadUniversities().map((university) => [university.id, university])));
const byName = once(() => indexNames(loadUniversities()));

export function universityById(id: number): University | undefined {
  return byId().get(id);
}

export function findUniversity(text: string): University | undefined {
  return findNamed(byName(), text);
}
