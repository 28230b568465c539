import { normalizeName } from '../src/normalize-name.ts';
import { skillCategory } from './skillCategory.ts';
import { evidence, isKnowledgeSkill, isTechSkill } from './skillFilter.ts';
import { keyOf, type DraftSkill } from './skillModel.ts';
import { listOf, readCurated, readSource, type SourceRow } from './source.ts';

/** Tags that extend a name ("python-2-7", "graphql-examples"). */
const TAG_NOISE =
  /[-\s](examples?|tutorials?|experiments?|apps?|applications?|projects?|librar(y|ies)|code|development|clients?|guis|schema|query|server|models?|modules?|plugins?|themes?|editor|extensions?|middleware|widget|config|providers|packages?|site|website|organization|video|channel|search|worlds|experiences|canvas|template|cv|controllers?|engine|theme|ide|cli|api|bot|manager)$|\d[-.]\d|\d$/;
const SHORTEST_ALIAS = 4;
const MOST_ALIASES = 6;
const refusedAliases = new Set(readCurated('skill_alias_drop.txt').map(normalizeName));

/** Spelling of names that the sources have in lower case: "key of the name = name". */
const spelling = new Map(
  readCurated('skill_spelling.txt').map((line): [string, string] => {
    const [from = '', to = ''] = line.split('=').map((part) => part.trim());
    return [normalizeName(from), to];
  }),
);

function displayName(row: SourceRow, brands: Map<string, string>): string {
  const given = (row['name'] ?? '').replace(/ \([^)]*\)$/, '');
  const key = normalizeName(given);
  const known = spelling.get(key);
  if (known !== undefined) return known;
  if (given === given.toLowerCase()) return brands.get(key) ?? given.charAt(0).toUpperCase() + given.slice(1);
  return given
    .replace(/ software$/, '')
    .replace(/^(.*) ([A-Z]{2,6})$/, (whole, long: string, short: string) => (isAcronymOf(short, long) ? long : whole));
}

/** "Customer information control system" and CICS. */
function isAcronymOf(short: string, long: string): boolean {
  const initials = long.split(/[\s-]+/).map((word) => word.charAt(0).toUpperCase());
  return initials.join('').includes(short);
}

function usefulAliases(row: SourceRow, name: string): string[] {
  const bracketed = /\(([^)]+)\)$/.exec(row['name'] ?? '')?.[1];
  const candidates = [row['name'] ?? '', ...(bracketed === undefined ? [] : [bracketed]), ...listOf(row['aliases'])];
  const kept = candidates.filter(
    (alias) =>
      alias.length >= SHORTEST_ALIAS &&
      !TAG_NOISE.test(alias) &&
      normalizeName(alias) !== normalizeName(name) &&
      !refusedAliases.has(normalizeName(alias)),
  );
  return kept.map((alias) => alias.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')).slice(0, MOST_ALIASES);
}

function techDraft(row: SourceRow, brands: Map<string, string>): DraftSkill {
  const name = displayName(row, brands);
  const sources = evidence(row);
  const occupations = Number(row['onet_occupations']) || 0;
  return {
    key: keyOf(name),
    name,
    nameRu: null,
    aliases: usefulAliases(row, name),
    category: skillCategory(row),
    tier: sources.length >= 2 || row['hot'] === 'Y' ? 3 : 4,
    score: sources.length * 2 + Math.log2(1 + occupations),
    relatedNames: listOf(row['related']),
  };
}

function knowledgeDraft(row: SourceRow): DraftSkill {
  const given = row['name'] ?? '';
  const name = given.charAt(0).toUpperCase() + given.slice(1);
  // ESCO's alternative labels are loose paraphrases ("shooting" for cinematography).
  return { key: keyOf(name), name, nameRu: null, aliases: [], category: 'knowledge', tier: 4, score: 0, relatedNames: [] };
}

/** Accepted skills, and all technology rows by name, which curated skills absorb. */
export function readSourceSkills(
  folder: string,
  isLanguage: (name: string) => boolean,
): { accepted: DraftSkill[]; all: Map<string, DraftSkill> } {
  const brands = new Map(
    readSource(folder, 'skills/sources/simple_icons_brands.tsv').map((row) => [normalizeName(row['title'] ?? ''), row['title'] ?? '']),
  );
  const rows = readSource(folder, 'skills/skills.tsv');
  const all = new Map(rows.map((row) => [normalizeName(row['name'] ?? ''), techDraft(row, brands)]));
  const knowledge = readSource(folder, 'skills/skills_esco.tsv.gz').filter((row) => isKnowledgeSkill(row, isLanguage));
  const accepted = [...rows.filter(isTechSkill).map((row) => techDraft(row, brands)), ...knowledge.map(knowledgeDraft)];
  return { accepted, all };
}
