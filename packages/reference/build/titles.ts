import { normalizeName } from '../src/normalize-name.ts';
import { keyOf } from './skillModel.ts';
import { settleAliases } from './skills.ts';
import { curatedFields, curatedList, listOf, readCurated, readSource, type SourceRow } from './source.ts';
import { sentenceCase, singularTitle } from './titleNames.ts';

export interface DraftTitle {
  key: string;
  name: string;
  nameRu: string | null;
  aliases: string[];
  isco: string;
  soc: string;
  family: string;
  common: boolean;
  skillNames: string[];
}

const MOST_ALIASES = 12;
const LONGEST_ALIAS = 45;
const SHORTEST_ALIAS = 4;
/** Remainders of a classification are no titles; seniority is separate. */
const NO_TITLE = /All Other|Except|^Military|, nec$|^(Wholesale merchant|Import export (manager|specialist)) in /i;
/** Longer names, or names with a comma, describe a class of jobs. */
const LONGEST_NAME = 45;
const QUALIFIED = /^(certified|licensed|registered|graduate)\s/i;
const SENIORITY = /^(senior|junior|sr\.?|jr\.?|entry level|trainee|principal|lead|assistant to)\s/i;

function curatedTitles(): DraftTitle[] {
  return readCurated('titles.txt').map((line) => {
    const [name = '', nameRu = '', aliases, family = '', isco = '', skills] = curatedFields(line);
    return {
      key: keyOf(name),
      name,
      nameRu,
      aliases: curatedList(aliases),
      isco,
      soc: '',
      family,
      common: true,
      skillNames: curatedList(skills),
    };
  });
}

/** "Chief Executive Officer (CEO)" gives the long form; short forms alone are ambiguous. */
function sourceAliases(row: SourceRow, name: string): string[] {
  const seen = new Set([normalizeName(name)]);
  const kept: string[] = [];
  for (const given of [...(row['title'] ?? '').split('/').slice(1), ...listOf(row['aliases'])]) {
    const alias = sentenceCase(given.replace(/\s*\([^)]*\)/g, '').trim());
    const key = normalizeName(alias);
    const fits = alias.length >= SHORTEST_ALIAS && alias.length <= LONGEST_ALIAS && alias !== alias.toUpperCase();
    if (!fits || SENIORITY.test(alias) || seen.has(key)) continue;
    seen.add(key);
    kept.push(alias);
  }
  return kept.slice(0, MOST_ALIASES);
}

function isClassName(name: string): boolean {
  return name.includes(',') || name.includes('(') || name.length > LONGEST_NAME;
}

/**
 * O*NET names classes of jobs ("Setters, Operators, and Tenders, Metal"); the first reported title
 * represents it.
 */
function titleName(row: SourceRow): string | undefined {
  const onet = row['source'] === 'onet';
  // ESCO has both genders: "postman/postwoman". The first is the name, the second an alias.
  const name = sentenceCase(onet ? singularTitle(row['title'] ?? '') : (row['title'] ?? '').replace(/^([^/]+)\/[^/]+$/, '$1'));
  if (!isClassName(name)) return name;
  const words = new Set(name.toLowerCase().split(/[\s,]+/));
  return onet
    ? sourceAliases(row, name).find(
        (alias) => !isClassName(alias) && !QUALIFIED.test(alias) && words.has(alias.split(' ').at(-1) ?? '') && alias.includes(' '),
      )
    : undefined;
}

function sourceTitle(row: SourceRow): DraftTitle | undefined {
  const onet = row['source'] === 'onet';
  const name = titleName(row);
  if (name === undefined) return undefined;
  const isco = onet ? '' : (/(\d{4})/.exec(row['isco_group'] ?? row['code'] ?? '')?.[1] ?? '');
  return {
    key: keyOf(name),
    name,
    nameRu: null,
    aliases: sourceAliases(row, name),
    isco,
    soc: onet ? (row['code'] ?? '') : '',
    family: '',
    common: false,
    skillNames: [],
  };
}

/** Merges titles of one name with their O*NET code, ESCO group and aliases. */
function mergeTitles(titles: readonly DraftTitle[]): DraftTitle[] {
  const byName = new Map<string, DraftTitle>();
  for (const title of titles) {
    const held = byName.get(normalizeName(title.name));
    if (held === undefined) {
      byName.set(normalizeName(title.name), title);
      continue;
    }
    held.aliases.push(...title.aliases);
    held.isco ||= title.isco;
    held.soc ||= title.soc;
  }
  return [...byName.values()];
}

/** Removes source titles that are an alias of a common title, with their unverified aliases. */
function withoutAbsorbed(common: readonly DraftTitle[], others: readonly DraftTitle[]): DraftTitle[] {
  const owners = new Map(common.flatMap((title) => title.aliases.map((alias): [string, DraftTitle] => [normalizeName(alias), title])));
  const names = new Set(common.map((title) => normalizeName(title.name)));
  return others.filter((title) => {
    const owner = names.has(normalizeName(title.name)) ? undefined : owners.get(normalizeName(title.name));
    if (owner === undefined) return true;
    owner.soc ||= title.soc;
    return false;
  });
}

/** Common titles in their order, then the others by number of spellings. */
export function buildTitles(folder: string): DraftTitle[] {
  const common = curatedTitles();
  const rows = readSource(folder, 'titles/titles.tsv.gz').filter((row) => !NO_TITLE.test(row['title'] ?? ''));
  const spellings = new Map(rows.map((row) => [row, listOf(row['aliases']).length]));
  const others = rows
    .toSorted((a, b) => (spellings.get(b) ?? 0) - (spellings.get(a) ?? 0))
    .map(sourceTitle)
    .filter((title) => title !== undefined);
  const titles = mergeTitles([...common, ...withoutAbsorbed(common, others)]);
  const removed = settleAliases(titles);
  console.log(
    `titles: ${common.length} common, ${titles.length} in all, ${removed} aliases dropped as repeated or claimed by an earlier title`,
  );
  return titles;
}
