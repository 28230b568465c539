import { normalizeName } from '../src/normalize-name.ts';
import { listOf, readCurated, type SourceRow } from './source.ts';

const keep = new Set(readCurated('skill_keep.txt').map(normalizeName));
const drop = new Set(readCurated('skill_drop.txt').map(normalizeName));
const escoHeads = readCurated('esco_heads.txt');

/** O*NET products of a single trade have fewer occupations. */
const SEVERAL_OCCUPATIONS = 10;
/** Products of a hosting company; the skill is their parent. */
const VENDOR_PART =
  /^(vercel|scaleway|ovh|railway|upstash|supabase|qovery|replit|typesense|meilisearch|nx|cloudbees|sitecore xm|platform\.sh) ./i;
const NOT_SKILL_TYPES =
  /^(icon set|communication tool|notifications|collaboration tool|application|payments|documentation format|data format)$/;
/** "Medical condition coding software" is a category, not a product. */
const PROGRAM_KIND = /^[A-Z0-9][^A-Z]*( [A-Z]{2,}[a-z]?)?( [a-z]+)*$/;

/** simple-icons is a list of brands, so it is no evidence. */
export function evidence(row: SourceRow): string[] {
  return listOf(row['sources']).filter((source) => source !== 'simple-icons');
}

function isProgramKind(name: string): boolean {
  return /(software|systems?|tools|databases|sites|language)( [A-Z]{2,}[a-z]?)?$/.test(name) && PROGRAM_KIND.test(name);
}

function isOnetSkill(row: SourceRow): boolean {
  if (row['hot'] === 'Y') return true;
  return Number(row['onet_occupations']) >= SEVERAL_OCCUPATIONS && !isProgramKind(row['name'] ?? '');
}

function isSingleSourceSkill(row: SourceRow, source: string | undefined): boolean {
  const name = row['name'] ?? '';
  if (source === 'onet') return isOnetSkill(row);
  if (source === 'devicon') return true;
  if (source !== 'specfy' || VENDOR_PART.test(name)) return false;
  return !listOf(row['category']).every((category) => NOT_SKILL_TYPES.test(category));
}

export function isTechSkill(row: SourceRow): boolean {
  const key = normalizeName(row['name'] ?? '');
  if (drop.has(key)) return false;
  if (keep.has(key)) return true;
  const sources = evidence(row);
  if (sources.length >= 2) return !isProgramKind(row['name'] ?? '');
  return isSingleSourceSkill(row, sources[0]);
}

function isSkillWord(word: string): boolean {
  return escoHeads.some((head) => (head.startsWith('~') ? word.endsWith(head.slice(1)) : word === head));
}

/**
 * A field of knowledge of one or two words. Competences are sentences; languages have their own
 * list.
 */
export function isKnowledgeSkill(row: SourceRow, isLanguage: (name: string) => boolean): boolean {
  const name = row['name'] ?? '';
  if (!row['category']?.includes('knowledge') || isLanguage(name) || drop.has(normalizeName(name))) return false;
  const words = name.toLowerCase().split(' ');
  return words.length <= 2 && isSkillWord(words.at(-1) ?? '');
}
