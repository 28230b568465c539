import { existsSync } from 'node:fs';
import { normalizeName } from '../src/normalize-name.ts';
import { buildCompanies } from './companies.ts';
import { buildIndustries, buildUniversities } from './organisations.ts';
import { writeTable } from './pack.ts';
import { buildLanguages, buildNames, readLanguages } from './people.ts';
import { buildCities, buildCountries } from './places.ts';
import { relatedSkills, skillLookup } from './related.ts';
import { buildSkills } from './skills.ts';
import { assertDistinctIds, stableId } from './stableId.ts';
import { buildTitles } from './titles.ts';

const idOf = (key: string): number => stableId(`skill:${key}`);

function buildSkillsAndTitles(folder: string, isLanguage: (name: string) => boolean): void {
  const skills = buildSkills(folder, isLanguage);
  const titles = buildTitles(folder);
  const related = relatedSkills(skills, titles);
  const find = skillLookup(skills);
  assertDistinctIds(skills.map((skill) => `skill:${skill.key}`));
  assertDistinctIds(titles.map((title) => `title:${title.key}`));
  writeTable(
    'skills',
    ['id', 'key', 'name', 'name_ru', 'aliases', 'category', 'rank', 'related'],
    skills.map((s, position) => [
      idOf(s.key),
      s.key,
      s.name,
      s.nameRu,
      s.aliases,
      s.category,
      position + 1,
      (related.get(s) ?? []).map((other) => idOf(other.key)),
    ]),
  );
  writeTable(
    'titles',
    ['id', 'key', 'name', 'name_ru', 'aliases', 'isco', 'soc', 'family', 'common', 'skills'],
    titles.map((t) => {
      const typical = t.skillNames.map((name) => {
        const skill = find(name);
        if (skill === undefined) throw new Error(`title ${t.name} names ${name}, which is no skill`);
        return idOf(skill.key);
      });
      return [stableId(`title:${t.key}`), t.key, t.name, t.nameRu, t.aliases, t.isco, t.soc, t.family, t.common, [...new Set(typical)]];
    }),
  );
}

function buildAll(folder: string): void {
  const languages = readLanguages(folder);
  const languageNames = new Set(languages.map((row) => normalizeName(row['name'] ?? '')));
  buildSkillsAndTitles(folder, (name) => languageNames.has(normalizeName(name)));
  buildCountries(folder);
  buildCities(folder);
  buildCompanies(folder, buildIndustries(folder));
  buildUniversities(folder);
  buildLanguages(languages);
  buildNames(folder);
}

const folder = process.argv[2];
if (folder === undefined || !existsSync(folder)) {
  console.error('usage: npx tsx packages/reference/build/main.ts SOURCE_DIR');
  process.exitCode = 1;
} else {
  buildAll(folder);
}
