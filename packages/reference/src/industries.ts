import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { readTable } from './table.ts';

export interface Industry {
  id: number;
  name: string;
  nameRu: string | null;
  parentId: number | null;
  depth: number;
  aliases: string[];
}

export const loadIndustries: () => Industry[] = once(() =>
  readTable('industries', (row) => ({
    id: row.number('id'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    parentId: row.optionalNumber('parent_id'),
    depth: row.number('depth'),
    aliases: row.list('aliases'),
  })),
);

const byId = once(() => new Map(loadIndustries().map((industry) => [industry.id, industry])));
const byName = once(() => indexNames(loadIndustries()));

export function industryById(id: number): Industry | undefined {
  return byId().get(id);
}

export function findIndustry(text: string): Industry | undefined {
  return findNamed(byName(), text);
}
