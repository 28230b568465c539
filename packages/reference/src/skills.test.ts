import { describe, expect, it } from 'vitest';
import { stableId } from '../build/stableId.ts';
import { normalizeName } from './normalize-name.ts';
import { findSkill, loadSkills, skillById, skillSynonyms } from './skills.ts';
import { findTitle, loadTitles, titleSynonyms } from './titles.ts';

/** Texts in the sources that are no skills. */
const JUNK = [
  'Minecraft', 'Hacktoberfest', 'Genshin Impact', 'League of Legends', 'Game Jam', 'Christianity', 'Nashville Tennessee', 'ITMO', 'Wikipedia',
  'Internet Archive', 'NASA', 'Awesome Lists', 'Queer', 'Tutorial', 'Boilerplate', 'Demo', 'Blazing fast', 'FIRST', 'IRC log', 'GtkRC', 'Samsung',
  'manage musical staff', 'types of violins', 'Lynchval Systems Lvval', 'Bi3 Audit Intelligence', 'Social media sites', 'Astrology', 'Git Commit',
]; // prettier-ignore

describe('skills', () => {
  it.each([
    ['Go', 'Go'],
    ['golang', 'Go'],
    ['React', 'React'],
    ['React.js', 'React'],
    ['reactjs', 'React'],
    ['JS', 'JavaScript'],
    ['java script', 'JavaScript'],
    ['java', 'Java'],
    ['python', 'Python'],
    ['питон', 'Python'],
    ['C', 'C'],
    ['c++', 'C++'],
    ['cpp', 'C++'],
    ['С++', 'C++'],
    ['c#', 'C#'],
    ['.net', '.NET'],
    ['Node', 'Node.js'],
    ['NodeJS', 'Node.js'],
    ['R', 'R'],
    ['k8s', 'Kubernetes'],
    ['postgres', 'PostgreSQL'],
    ['MS SQL', 'Microsoft SQL Server'],
    ['1С', '1C'],
    ['1C', '1C'],
    ['1С:Предприятие', '1C'],
    ['бухгалтерский учет', 'Accounting'],
    ['БУХГАЛТЕРСКИЙ УЧЁТ', 'Accounting'],
    ['excel', 'Microsoft Excel'],
    ['управление проектами', 'Project management'],
    ['ci/cd', 'CI/CD'],
  ])('finds %s as %s', (text, name) => {
    expect(findSkill(text)?.name).toBe(name);
  });

  it('resolves each name and alias to its skill', () => {
    const wrong = loadSkills().flatMap((skill) =>
      skillSynonyms(skill.id)
        .filter((spelling) => findSkill(spelling) !== skill)
        .map((spelling) => `${spelling}: ${skill.name}, found ${findSkill(spelling)?.name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("has no alias that is another skill's name", () => {
    const names = new Map(loadSkills().map((skill) => [normalizeName(skill.name), skill]));
    const stolen = loadSkills().flatMap((skill) => skill.aliases.filter((alias) => (names.get(normalizeName(alias)) ?? skill) !== skill));
    expect(stolen).toEqual([]);
  });

  it.each(JUNK)('rejects "%s" as a skill', (text) => {
    expect(findSkill(text)).toBeUndefined();
  });

  it('derives ids from keys alone and ranks without gaps', () => {
    const skills = loadSkills();
    expect(skills.filter((skill) => skill.id !== stableId(`skill:${skill.key}`))).toEqual([]);
    expect(new Set(skills.map((skill) => skill.id)).size).toBe(skills.length);
    expect(skills.map((skill) => skill.rank)).toEqual(skills.map((_, position) => position + 1));
    // Databases contain these ids.
    expect(['Java', 'React', 'Accounting'].map((name) => findSkill(name)?.id)).toMatchInlineSnapshot(`
      [
        1104525686,
        947568325,
        1563977974,
      ]
    `);
  });

  it('references existing related skills, never itself', () => {
    const broken = loadSkills().filter((skill) => skill.related.some((id) => id === skill.id || skillById(id) === undefined));
    expect(broken).toEqual([]);
    expect(findSkill('React')?.related).toContain(findSkill('JavaScript')?.id);
  });
});

describe('job titles', () => {
  it.each([
    ['Backend developer', 'Backend developer'],
    ['back-end engineer', 'Backend developer'],
    ['Бэкенд-разработчик', 'Backend developer'],
    ['Software Engineer', 'Software developer'],
    ['программист', 'Software developer'],
    ['тестировщик', 'QA engineer'],
    ['DevOps', 'DevOps engineer'],
    ['Главбух', 'Chief accountant'],
    ['CTO', 'Chief technology officer'],
    ['Golang developer', 'Go developer'],
    ['Программист 1С', '1C developer'],
    ['рекрутер', 'Recruiter'],
    ['nurse', 'Nurse'],
  ])('finds %s as %s', (text, name) => {
    expect(findTitle(text)?.name).toBe(name);
  });

  it('resolves each name and alias to its title', () => {
    const wrong = loadTitles().flatMap((title) => titleSynonyms(title.id).filter((spelling) => findTitle(spelling) !== title));
    expect(wrong).toEqual([]);
  });

  it('gives each common title names in both languages, a family and existing skills', () => {
    const common = loadTitles().filter((title) => title.common);
    expect(common.length).toBeGreaterThanOrEqual(150);
    expect(common.filter((title) => title.nameRu === null || title.family === null || title.skills.length < 2)).toEqual([]);
    expect(common.flatMap((title) => title.skills).filter((id) => skillById(id) === undefined)).toEqual([]);
  });

  it('is singular, in sentence case, and free of classifications', () => {
    const titles = loadTitles();
    expect(
      titles
        .filter((title) => /^\p{Ll}(?!OS)/u.test(title.name) || /, |All other|Developers$|Engineers$|Managers$/i.test(title.name))
        .map((title) => title.name),
    ).toEqual([]);
    expect(new Set(titles.map((title) => title.id)).size).toBe(titles.length);
  });
});
