import { normalizeName } from '../src/normalize-name.ts';
import type { SkillCategory } from '../src/skills.ts';
import { keyOf, type DraftSkill } from './skillModel.ts';
import { readSourceSkills } from './skillSources.ts';
import { curatedFields, curatedList, readCurated } from './source.ts';

interface Heading {
  category: SkillCategory;
  tier: number;
}

function headingOf(line: string): Heading | undefined {
  const match = /^\[(\w+) (\d)\]$/.exec(line);
  if (match === null) return undefined;
  return { category: match[1] as SkillCategory, tier: Number(match[2]) };
}

function curatedSkills(): DraftSkill[] {
  const skills: DraftSkill[] = [];
  let heading: Heading = { category: 'tool', tier: 4 };
  let position = 0;
  for (const line of readCurated('skills.txt')) {
    const next = headingOf(line);
    if (next !== undefined) {
      heading = next;
      position = 0;
      continue;
    }
    const [name = '', nameRu = '', aliases = ''] = curatedFields(line);
    // Groups of a tier interleave: the first of each group, then the second of each.
    skills.push({
      key: keyOf(name),
      name,
      nameRu: nameRu || null,
      aliases: curatedList(aliases),
      ...heading,
      score: -position,
      relatedNames: [],
    });
    position += 1;
  }
  return skills;
}

/** Merges source rows into a curated skill. Returns the keys of the merged rows. */
function absorb(skill: DraftSkill, all: Map<string, DraftSkill>): string[] {
  const own = [skill.name, ...skill.aliases, ...(skill.nameRu === null ? [] : [skill.nameRu])].map(normalizeName);
  const absorbed = own.filter((key) => all.has(key));
  for (const key of absorbed) {
    const row = all.get(key);
    skill.relatedNames.push(...(row?.relatedNames ?? []));
    if (key === normalizeName(skill.name)) skill.aliases.push(...(row?.aliases ?? []));
  }
  return own;
}

function compareFrequency(a: DraftSkill, b: DraftSkill): number {
  return a.tier - b.tier || b.score - a.score || (a.key < b.key ? -1 : 1);
}

/** The more frequent row of a name takes the other's aliases. */
function mergeNames(skills: readonly DraftSkill[]): DraftSkill[] {
  const byName = new Map<string, DraftSkill>();
  for (const skill of skills) {
    const holder = byName.get(normalizeName(skill.name));
    if (holder === undefined) byName.set(normalizeName(skill.name), skill);
    else holder.aliases.push(...skill.aliases);
  }
  return [...byName.values()];
}

/** An alias belongs to the most frequent skill that has it, unless it is another skill's name. */
export function settleAliases(skills: readonly { name: string; nameRu: string | null; aliases: string[] }[]): number {
  const owners = new Map<string, unknown>();
  for (const skill of skills) if (!owners.has(normalizeName(skill.name))) owners.set(normalizeName(skill.name), skill);
  let removed = 0;
  for (const skill of skills) {
    if (skill.nameRu !== null && !owners.has(normalizeName(skill.nameRu))) owners.set(normalizeName(skill.nameRu), skill);
  }
  for (const skill of skills) {
    const kept = skill.aliases.filter((alias) => {
      const key = normalizeName(alias);
      if (key === '' || owners.has(key)) return false;
      owners.set(key, skill);
      return true;
    });
    removed += skill.aliases.length - kept.length;
    skill.aliases = kept;
  }
  return removed;
}

export function buildSkills(folder: string, isLanguage: (name: string) => boolean): DraftSkill[] {
  const curated = curatedSkills();
  const { accepted, all } = readSourceSkills(folder, isLanguage);
  const taken = new Set(curated.flatMap((skill) => absorb(skill, all)));
  const others = accepted.filter(
    (skill) =>
      !taken.has(normalizeName(skill.name)) && !skill.aliases.some((alias) => taken.has(normalizeName(alias)) && alias === skill.name),
  );
  const skills = mergeNames([...curated, ...others].toSorted(compareFrequency));
  const removed = settleAliases(skills);
  console.log(
    `skills: ${curated.length} hand-made, ${others.length} from the sources, ${removed} aliases dropped as repeated or claimed by a more frequent skill`,
  );
  return skills;
}
