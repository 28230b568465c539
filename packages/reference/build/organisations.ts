import { normalizeName } from '../src/normalize-name.ts';
import { writeTable } from './pack.ts';
import { curatedFields, curatedList, listOf, readCurated, readSource, type SourceRow } from './source.ts';
import { assertDistinctIds, stableId } from './stableId.ts';

export type IndustryIds = Map<string, number>;

/** Separators have irregular spacing and are sometimes doubled. */
function pathOf(row: SourceRow): string[] {
  return (row['hierarchy'] ?? '').split(/\s*>[\s>]*/);
}

export function buildIndustries(folder: string): IndustryIds {
  const russian = new Map(
    readCurated('industries.txt').map((line): [string, { nameRu: string; aliases: string[] }] => {
      const [name = '', rest = ''] = line.split(' = ');
      const [nameRu = '', aliases] = curatedFields(rest);
      return [name, { nameRu, aliases: curatedList(aliases) }];
    }),
  );
  const rows = readSource(folder, 'industries/industries.tsv').toSorted((a, b) => pathOf(a).length - pathOf(b).length);
  const byPath = new Map(rows.map((row) => [pathOf(row).join(' > '), Number(row['id'])]));
  const names = new Set(rows.map((row) => row['name'] ?? ''));
  for (const name of russian.keys()) if (!names.has(name)) throw new Error(`industries.txt names ${name}, which the list has not`);
  const byName = new Map(rows.toReversed().map((row) => [row['name'] ?? '', Number(row['id'])]));
  // Some paths contain a level that the list has under another path; its name decides.
  const parentOf = (row: SourceRow): number | null =>
    byPath.get(pathOf(row).slice(0, -1).join(' > ')) ?? byName.get(pathOf(row).at(-2) ?? '') ?? null;
  const claimed = new Set([...names].map(normalizeName));
  writeTable(
    'industries',
    ['id', 'name', 'name_ru', 'parent_id', 'depth', 'aliases'],
    rows.map((row) => {
      const own = russian.get(row['name'] ?? '');
      const aliases = (own?.aliases ?? []).filter((alias) => !claimed.has(normalizeName(alias)) && claimed.add(normalizeName(alias)));
      return [Number(row['id']), row['name'] ?? '', own?.nameRu ?? '', parentOf(row), pathOf(row).length, aliases];
    }),
  );
  return byName;
}

interface UniversityDraft {
  name: string;
  nameRu: string;
  country: string;
  domains: string[];
  aliases: string[];
}

const COUNTRY_OF_DOMAIN: Record<string, string> = { by: 'BY', kz: 'KZ', uk: 'GB', edu: 'RU' };

function addCuratedUniversities(rows: UniversityDraft[]): UniversityDraft[] {
  const first: UniversityDraft[] = [];
  const rest = new Set(rows);
  for (const line of readCurated('universities_ru.txt')) {
    const [domain = '', name = '', nameRu = '', acronyms] = curatedFields(line);
    const source =
      rows.find((row) => row.domains.includes(domain)) ??
      rows.find((row) => normalizeName(row.name) === normalizeName(name) && row.country === 'RU');
    const ending = domain.split('.').at(-1) ?? '';
    const own = source === undefined || source.name === name ? [] : [source.name];
    const aliases = [...curatedList(acronyms), ...own];
    first.push({
      name,
      nameRu,
      country: source?.country ?? COUNTRY_OF_DOMAIN[ending] ?? 'RU',
      domains: [...new Set([domain, ...(source?.domains ?? [])])],
      aliases,
    });
    if (source !== undefined) rest.delete(source);
  }
  return [...first, ...rest];
}

/** "Massachusetts Institute of Technology (MIT)" is a name and an acronym. */
function universityDraft(name: string, country: string, domains: string[]): UniversityDraft {
  const bracket = /^(.*?)\s*\(([^()]+)\)$/.exec(name);
  const isAcronym = bracket?.[2] !== undefined && /^[\p{Lu}\d.-]{2,10}$/u.test(bracket[2]);
  if (!isAcronym) return { name, nameRu: '', country, domains, aliases: [] };
  return { name: bracket?.[1] ?? name, nameRu: '', country, domains, aliases: [bracket?.[2] ?? ''] };
}

export function buildUniversities(folder: string): void {
  const merged = new Map<string, UniversityDraft>();
  for (const row of readSource(folder, 'universities/universities.tsv')) {
    const draft = universityDraft(row['name'] ?? '', row['country'] ?? '', listOf(row['domains']));
    const key = `${draft.country} ${normalizeName(draft.name)}`;
    const held = merged.get(key);
    if (held === undefined) merged.set(key, draft);
    else held.domains = [...new Set([...held.domains, ...draft.domains])];
  }
  const all = addCuratedUniversities([...merged.values()]);
  const keys = all.map((row) => `university:${row.country}:${normalizeName(row.name)}`);
  assertDistinctIds(keys);
  writeTable(
    'universities',
    ['id', 'name', 'name_ru', 'country', 'domains', 'aliases'],
    all.map((row, position) => [stableId(keys[position] ?? ''), row.name, row.nameRu, row.country, row.domains, row.aliases]),
  );
}
