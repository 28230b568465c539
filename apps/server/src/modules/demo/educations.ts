import type { ProfileData } from '@headwater/contract/profile-data';
import { loadUniversities, type University } from '@headwater/reference/universities';
import { type Draw, type Random, zipf } from './random.ts';
import type { StudyField } from './track.ts';

type Education = ProfileData['educations'][number];

/** Fields of study, [English, Russian]. */
const fields: Record<StudyField, readonly (readonly [string, string])[]> = {
  computing: [
    ['Computer Science', 'Информатика и вычислительная техника'],
    ['Software Engineering', 'Программная инженерия'],
    ['Applied Mathematics', 'Прикладная математика и информатика'],
    ['Information Systems', 'Информационные системы и технологии'],
    ['Information Security', 'Информационная безопасность'],
  ],
  economics: [
    ['Economics', 'Экономика'],
    ['Finance', 'Финансы и кредит'],
    ['Accounting and Audit', 'Бухгалтерский учёт, анализ и аудит'],
  ],
  engineering: [
    ['Mechanical Engineering', 'Машиностроение'],
    ['Electrical Engineering', 'Электроэнергетика и электротехника'],
    ['Electronics', 'Электроника и наноэлектроника'],
    ['Automation', 'Автоматизация технологических процессов и производств'],
  ],
  law: [['Law', 'Юриспруденция']],
  medicine: [
    ['Medicine', 'Лечебное дело'],
    ['Pediatrics', 'Педиатрия'],
    ['Pharmacy', 'Фармация'],
    ['Nursing', 'Сестринское дело'],
  ],
  design: [
    ['Graphic Design', 'Дизайн'],
    ['Fine Arts', 'Изобразительное искусство'],
    ['Interaction Design', 'Графический дизайн'],
  ],
  humanities: [
    ['Philology', 'Филология'],
    ['Psychology', 'Психология'],
    ['Linguistics', 'Лингвистика'],
    ['Pedagogy', 'Педагогическое образование'],
    ['Journalism', 'Журналистика'],
    ['Human Resources', 'Управление персоналом'],
  ],
  construction: [
    ['Civil Engineering', 'Строительство'],
    ['Architecture', 'Архитектура'],
  ],
  management: [
    ['Business Administration', 'Менеджмент'],
    ['Marketing', 'Маркетинг'],
    ['Logistics', 'Логистика'],
    ['Economics', 'Экономика'],
  ],
  science: [
    ['Mathematics', 'Математика'],
    ['Physics', 'Физика'],
    ['Statistics', 'Статистика'],
    ['Chemistry', 'Химия'],
    ['Biology', 'Биология'],
  ],
};

const draws = new Map<string, Draw<University>>();

function universitiesOf(country: string): Draw<University> {
  const known = draws.get(country);
  if (known) return known;
  const own = loadUniversities().filter((university) => university.country === country);
  const named = country === 'RU' ? own.filter((university) => university.nameRu !== null) : own;
  const draw = zipf(named.length > 0 ? named : own, 8);
  draws.set(country, draw);
  return draw;
}

export interface EducationOptions {
  field: StudyField;
  country: string;
  language: 'en' | 'ru';
  entryYear: number;
}

interface Degree {
  level: 'bachelor' | 'master';
  years: number;
  degree: readonly [string, string];
}

function degreeFor(random: Random, { country, entryYear, field }: EducationOptions): Degree {
  // Russian universities awarded specialist degrees before 2009, and still do in medicine.
  const specialist = country === 'RU' && (entryYear < 2009 || field === 'medicine' || random.chance(0.15));
  if (specialist) return { level: 'master', years: field === 'medicine' ? 6 : 5, degree: ['Specialist', 'Специалист'] };
  return { level: 'bachelor', years: country === 'GB' ? 3 : 4, degree: ['Bachelor', 'Бакалавр'] };
}

const otherFields: readonly StudyField[] = ['economics', 'humanities', 'management', 'engineering'];

export function makeEducations(random: Random, options: EducationOptions): Education[] {
  if (random.chance(0.06)) return [];
  const { field, country, language, entryYear } = options;
  const side = language === 'ru' ? 1 : 0;
  const university = universitiesOf(country)(random);
  const studied = random.pick(fields[random.chance(0.8) ? field : random.pick(otherFields)]);
  const { level, years, degree } = degreeFor(random, options);
  const first = build({
    university,
    language,
    level,
    degree: degree[side],
    field: studied[side],
    start: entryYear,
    end: entryYear + years,
  });
  if (level !== 'bachelor' || !random.chance(0.32)) return [first];
  const second = random.chance(0.6) ? university : universitiesOf(country)(random);
  const start = entryYear + years;
  const name =
    language === 'ru' ? 'Магистр' : random.pick(field === 'management' || field === 'economics' ? ['Master', 'MBA'] : ['Master', 'MSc']);
  return [build({ university: second, language, level: 'master', degree: name, field: studied[side], start, end: start + 2 }), first];
}

interface Study {
  university: University;
  language: 'en' | 'ru';
  level: Education['level'];
  degree: string;
  field: string;
  start: number;
  end: number;
}

const build = ({ university, language, level, degree, field, start, end }: Study): Education => ({
  institution: language === 'ru' ? (university.nameRu ?? university.name) : university.name,
  university_id: university.id,
  degree,
  level: level ?? null,
  field,
  start_year: start,
  end_year: end,
});

export const lastYearOf = (educations: readonly Education[]) => Math.max(0, ...educations.map((education) => education.end_year ?? 0));
