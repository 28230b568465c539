import { findLanguage } from '@headwater/reference/languages';
import { findRange, joinBrokenDates } from './dates.ts';
import { fieldOf } from './field-labels.ts';
import { kindByWords } from './heading-words.ts';

export type SectionKind =
  | 'head'
  | 'objective'
  | 'contacts'
  | 'summary'
  | 'experience'
  | 'education'
  | 'skills'
  | 'languages'
  | 'courses'
  | 'interests'
  | 'other';

export interface Section {
  kind: SectionKind;
  /** Text beside the heading, such as "8 years". */
  lines: string[];
}

const headings: Record<Exclude<SectionKind, 'head'>, string> = {
  objective:
    'job applied for|applying for|претендует на должность|вакансия|желаемая вакансия|претендую на должность|position applied for|desired position and salary|desired job|желаемая должность и зарплата|желаемая должность|desired position|objective|career objective|цель',
  contacts:
    'contact|contacts|contact info|contact information|contact details|get in touch|personal details|personal information|personal info|details|контакты|контактная информация|контактные данные|личная информация|личные данные|persoenliche daten',
  summary:
    'summary|professional summary|summary of qualifications|about myself|overview|introduction|career profile|кратко обо мне|коротко о себе|информация о себе|executive summary|career summary|profile|professional profile|about|about me|bio|personal statement|who i am|обо мне|о себе|о кандидате|профиль|краткая информация',
  experience:
    'experience|work experience|employment record|experiences|professional experiences|job experience|relevant work experience|опыт и достижения|опыт работы и достижения|профессиональная деятельность|место работы|professional experience|employment|employment history|work history|career history|relevant experience|professional background|work|industry experience|career|positions|опыт|опыт работы|профессиональный опыт|трудовая деятельность|места работы|карьера|трудовой опыт|работа|работа и волонтерство|работа и проекты',
  education:
    'education|educational background|academic qualification|education and qualifications|сведения об образовании|образование и квалификация|учеба|academic history|education and training|qualifications|academic qualifications|studies|образование|высшее образование|основное образование',
  skills:
    'skills|top skills|main skills|soft skills|key competencies|technical competencies|skill set|skillset|computer skills|it skills|skills summary|strengths|ключевые компетенции|hard skills|soft skills|личные качества|технический стек|программные навыки|владение пк|компьютерные навыки|technical skills|key skills|core skills|core competencies|competencies|technologies|tech stack|technology stack|expertise|areas of expertise|skills and technologies|skills and tools|skill|technical expertise|technical proficiencies|tools|professional skills|hard skills|tools and technologies|skills and expertise|skills and competencies|навыки|ключевые навыки|профессиональные навыки|технические навыки|технологии|стек|стек технологий|компетенции|умения|знания и навыки|навыки и умения|инструменты',
  languages:
    'mother tongue|mother tongues|other language|other languages|родной язык|другие языки|languages|language skills|foreign languages|знание языков|языки|иностранные языки|владение языками|language',
  courses:
    'certifications|certificates|certification|licenses and certifications|courses|training|trainings|courses and certificates|professional development|курсы|сертификаты|повышение квалификации|повышение квалификации, курсы|электронные сертификаты|дополнительное образование|курсы и сертификаты|тесты, экзамены|training and certifications|coursework',
  interests: 'interests|hobbies|hobbies and interests|interests and hobbies|интересы|хобби|увлечения',
  other:
    'projects|additional projects|academic projects|key projects|other projects|дополнительные проекты|личные проекты|учебные проекты|пет-проекты|pet-проекты|pet-projects|выполненные проекты|реализованные проекты|мои проекты|driving experience|опыт вождения|personal projects|side projects|selected projects|open source|publications|selected publications|awards|honors|honors and awards|awards and honors|honors and achievements|achievements|references|referees|volunteering|volunteer|volunteer experience|volunteer work|extracurricular|extracurricular activity|extracurricular activities|activities|presentation|presentations|patents|invited talks|talks|speaking|links|profiles|writing|research|societies|leadership|program committees|memberships|recommendations|other information|additional information|miscellaneous|any section title|проекты|достижения|награды|публикации|рекомендации|дополнительная информация|дополнительно|ссылки|портфолио|общественная деятельность|hobby projects|service|speaking engagements|governance|side projects|disclosures',
};

/**
 * Headings are compared in lower case, without blanks and punctuation, "&" and "/" as "and", and
 * without ligature pairs, because some PDFs lose them ("Pro les", "Certi cations").
 */
const headingKey = (text: string) =>
  text
    .toLowerCase()
    .replace(/[&/+]/g, ' and ')
    .replace(/[^\p{L}]/gu, '')
    .replace(/f[fil]{1,2}/g, '')
    .replace(/ё/g, 'е');

const known = new Map<string, Exclude<SectionKind, 'head'>>();
for (const [kind, words] of Object.entries(headings)) {
  for (const word of words.split('|')) known.set(headingKey(word), kind as Exclude<SectionKind, 'head'>);
}

/** "Certificates and awards", "Достижения и образование". */
function kindByParts(text: string): Exclude<SectionKind, 'head'> | undefined {
  if (!/^\p{Lu}/u.test(text)) return undefined;
  const parts = text.split(/\s+(?:and|&|и)\s+/iu).map((part) => known.get(headingKey(part)));
  if (parts.length !== 2 || parts.includes(undefined)) return undefined;
  return parts.find((kind) => kind !== 'other') ?? parts[0];
}

export function headingOf(line: string): { kind: Exclude<SectionKind, 'head'>; rest: string } | undefined {
  const [cell = '', ...cells] = line.split('\t');
  const bare = cell.replace(/^[^\p{L}]+/u, '');
  if (bare === '') return undefined;
  const whole = bare.length > 60 ? undefined : (known.get(headingKey(bare)) ?? kindByWords(bare) ?? kindByParts(bare));
  // A bullet before it or punctuation after it makes an item, not a heading.
  if (whole && !/^[•●▪◦*-]\s/.test(cell) && !/[,;.]$/.test(bare)) return { kind: whole, rest: cells.join('\t') };
  const experience = /^(?:опыт работы|work experience|experience)\s*[-–—:(]+\s*\d.*$/iu.test(bare);
  if (experience) return { kind: 'experience', rest: cells.join('\t') };
  const labelled = /^([\p{L} &/]{4,40}):\s*(.*)$/u.exec(bare);
  const kind = labelled ? known.get(headingKey(labelled[1] ?? '')) : undefined;
  // In a list of skills, "Languages: Java, Python" opens no language section.
  const spoken = kind === 'languages' && findLanguage(/^\p{L}+/u.exec(labelled?.[2] ?? '')?.[0] ?? '') !== undefined;
  const dated = kind === 'experience' && findRange(labelled?.[2] ?? '') !== undefined;
  if (!labelled || !kind || (!spoken && !dated && !/^(?:skills|education|summary|interests|objective)$/.test(kind))) return undefined;
  return { kind, rest: [labelled[2], ...cells].filter(Boolean).join('\t') };
}

/** Fields of the same record, such as the title above the employer. */
function takeFields(lines: string[]): string[] {
  let from = lines.length;
  while (from > 0 && fieldOf(lines[from - 1] ?? '') !== undefined) from -= 1;
  return lines.splice(from);
}

/**
 * The text before the first heading is the head, and so is a column that starts with `name`.
 * Labelled records open their section.
 */
export function splitSections(text: string, name?: string): Section[] {
  const sections: Section[] = [{ kind: 'head', lines: [] }];
  for (const line of joinBrokenDates(text.split('\n'))) {
    const open = sections.at(-1) as Section;
    if (open.kind !== 'head' && line === name) {
      sections.push({ kind: 'head', lines: [line] });
      continue;
    }
    const heading = headingOf(line);
    if (heading) {
      sections.push({ kind: heading.kind, lines: heading.rest ? [heading.rest] : [] });
      continue;
    }
    const field = fieldOf(line);
    if (field?.opens && field.opens !== open.kind) sections.push({ kind: field.opens, lines: [...takeFields(open.lines), line] });
    else open.lines.push(line);
  }
  return sections.reduce<Section[]>(joinJobDetails, []);
}

const isPeriodRow = (line: string) => {
  const [first = '', ...cells] = line.split('\t');
  return cells.length > 0 && findRange(first)?.text === first.trim();
};

/** "Технологии:" within a job opens no section if more jobs follow it. */
function joinJobDetails(sections: Section[], section: Section): Section[] {
  const before = sections.at(-1);
  if (section.kind === 'skills' && before?.kind === 'experience' && section.lines.some(isPeriodRow))
    for (const line of section.lines) before.lines.push(line);
  else sections.push(section);
  return sections;
}

export const linesOf = (sections: readonly Section[], ...kinds: SectionKind[]): string[] =>
  sections.filter((section) => kinds.includes(section.kind)).flatMap((section) => [...section.lines, '']);
