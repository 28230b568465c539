import type { ProfileInput } from '@headwater/contract/profile-data';
import type { ExtractedText } from '#platform/extract/outcome.ts';
import { countryByCode } from '@headwater/reference/countries';
import { findLanguage } from '@headwater/reference/languages';
import { isPlace, titleScore } from './line-scores.ts';
import { withColon } from './field-labels.ts';
import { boundText } from './bound-text.ts';
import { findContacts } from './contacts.ts';
import { yearsIn } from './dates.ts';
import { findName, nameInAddress } from './find-name.ts';
import { parseLanguages } from './languages.ts';
import { splitName } from './split-name.ts';
import { parseEducations } from './parse-educations.ts';
import { parseSkills, skillsInText } from './parse-skills.ts';
import { findLocation, findPersonal, findSalary } from './personal.ts';
import { parsePositions } from './positions.ts';
import { headingOf, linesOf, type Section, splitSections } from './sections.ts';

/** Links that a column broke after a hyphen continue on the next line. */
const joinBrokenLinks = (text: string) =>
  text.replace(/((?:https?:\/\/|www\.|[a-z0-9-]+\.(?:com|ru|org|net|io|me|dev)\/)[^\s,|]*-)\n(?=[a-z0-9])/gi, '$1');

const oneSeparator = (line: string) =>
  line
    .replace(/(?<![ \t])[ \t]*(?:-{4,}|_{4,}|={4,}|\.{5,}|–{4,}|—{3,})[ \t]*/gu, '\t')
    .replace(/(?<=\S[ \t]{1,3})[♦◆◇✦✧❖★☆■▪●○►▸‣∙⋅◾⬥](?=[ \t]{1,3}\S)/gu, '•');

const lettersApart = /^\s*\p{Lu}(?:[ \t]+[\p{Lu}&])+\s*$/u;

/** "D A T A  A N A L Y S T": wide gaps separate the words, tabs the columns. */
const joinLetters = (line: string): string => line.split('\t').map(joinCell).join('\t');

function joinCell(line: string): string {
  if (!lettersApart.test(line)) return line;
  const words = line.trim().split(/ {2,}/);
  const isText = words.length > 1 && words.some((word) => word.length >= 5);
  return isText ? words.map((word) => word.replaceAll(' ', '')).join(' ') : line;
}

const contactLike = /@|https?:|www\.|\+?\d[\d\s()-]{7,}|\b(?:linkedin|github|gitlab|telegram)\b/i;

const mostWords = 9;
/** Not the first line of a sentence. Parts of a headline, such as "Lead | Speaker", count alone. */
const isPhrase = (text: string) =>
  !/,\s*$|\s(?:и|в|на|с|по|или|and|or|of|in|to|with|for|a|the)$/iu.test(text) &&
  text.split(/\s+[|•·/]\s+/).every((part) => part.split(/\s+/).length <= mostWords);
const notHeadline = /^(?:curriculum vitae|резюме|готов[аы]?|не готов|переезд|командировк|self-|open to|available|willing)(?!\p{L})/iu;

function findHeadline(
  lines: readonly string[],
  { nameLine, beside, objective }: { nameLine: number; beside: readonly string[]; objective: readonly string[] },
): string | undefined {
  const nameWords = new Set(lines.slice(0, nameLine + 1).flatMap((line) => line.toLowerCase().split(/\s+/)));
  const wanted = objective
    .map(
      (line) =>
        line
          .split('\t')[0]
          ?.replace(/^(?:соискание|получение|замещение)\s+(?:вакантной\s+)?должности\s+/i, '')
          .trim() ?? '',
    )
    .filter((line) => line.length > 3 && !/^специализац|^[—–-]|^занятость|^график/i.test(line));
  const [title] = wanted;
  if (title !== undefined && isPhrase(title) && !/^\p{Ll}/u.test(wanted[1] ?? '')) return title;
  const besideName = beside.find((text) => titleScore(text) > 0);
  if (besideName) return besideName;
  const below = lines.slice(nameLine + 1, nameLine + 5).filter((line) => line !== '');
  for (const [index, line] of below.entries()) {
    const [cell = ''] = line.split('\t');
    if (headingOf(cell)) break;
    if (
      contactLike.test(cell) ||
      /^[\p{L} .-]{3,30}:\s/u.test(cell) ||
      /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$|^[a-z\d_-]+$/.test(cell) ||
      isPlace(cell) ||
      cell.length > 120 ||
      /^(?:мужчина|женщина|\d)|:$|\d{5,}|^[\p{P}\p{S}\s]*$/iu.test(cell)
    )
      continue;
    if (
      notHeadline.test(cell) ||
      (/\s·\s/.test(cell) && titleScore(cell) === 0) ||
      cell
        .trim()
        .toLowerCase()
        .split(/\s+/)
        .every((word) => nameWords.has(word) || /^\p{L}\.?$/u.test(word))
    )
      continue;
    if (isPhrase(cell)) {
      if (titleScore(cell) > 0 || !/[.!?]$/.test(cell)) return cell.trim();
    } else if (/\s\|\s/.test(cell)) return `${cell.trim()} ${below[index + 1] ?? ''}`.trim();
    else if (/[.!?]$/.test(cell) || /^\p{Ll}/u.test(below[index + 1] ?? '')) return undefined;
  }
  return undefined;
}

function aboutOf(sections: readonly Section[]): string | undefined {
  const said = linesOf(sections, 'summary').filter((line) => line !== '');
  const own = sections.flatMap((section) => section.lines).find((line) => /^обо мне\t/i.test(line));
  const text = [...said, ...(own ? [own.replace(/^обо мне\t/i, '')] : [])].join('\n').replace(/-\n(?=\p{Ll})/gu, '');
  return text === '' ? undefined : text.slice(0, 10_000);
}

const courseLine = (line: string) => line.length > 3 && line.length < 160 && /\p{L}{3}/u.test(line);

function coursesOf(lines: readonly string[]): ProfileInput['courses_and_certificates'] {
  return lines
    .flatMap((line) => line.split('\t'))
    .filter(courseLine)
    .slice(0, 60)
    .map((line) => ({ name: line.replace(/^[•●▪*–—-]\s*/, '').slice(0, 255), year: yearsIn(line).at(-1) ?? null }));
}

/** A language section, or a labelled line in the skills section. */
function languagesOf(sections: readonly Section[]): ProfileInput['languages'] {
  const own = linesOf(sections, 'languages');
  const labelled = linesOf(sections, 'skills').flatMap((line, index, all) =>
    /^(?:знание языков|языки|languages?)[\t:]/i.test(line)
      ? [line.replace(/^[^\t:]+[\t:]\s*/, ''), ...untilSkills(all.slice(index + 1))]
      : [],
  );
  return parseLanguages([...own, ...labelled, ...linesOf(sections, 'skills').filter(isSpoken)]);
}

/** "Английский\tB2": a language row among skills. */
const isSpoken = (line: string) => /^\p{L}+\t[^\t]{2,40}$/u.test(line) && findLanguage(line.slice(0, line.indexOf('\t'))) !== undefined;

const untilSkills = (lines: readonly string[]) => {
  const end = lines.findIndex((line) => /^навыки(?:\t|$)/i.test(line) || line === '');
  return lines.slice(0, end < 0 ? 0 : end);
};

function skillLines(sections: readonly Section[]): string[] {
  const lines = linesOf(sections, 'skills').filter((line) => !isSpoken(line));
  const at = lines.findIndex((line) => /^знание языков(?:\t|$)/i.test(line));
  const end = at < 0 ? -1 : lines.findIndex((line, index) => index > at && /^навыки(?:\t|$)/i.test(line));
  return at < 0 ? lines : [...lines.slice(0, at), ...(end < 0 ? [] : lines.slice(end))];
}

const hasSubstance = (sections: readonly Section[]) =>
  sections.some((section) => ['experience', 'education', 'skills'].includes(section.kind) && section.lines.some((line) => line !== ''));

/** Undefined if the text is no resume. */
export function parseResume({ text: source, links: targets }: ExtractedText): ProfileInput | undefined {
  const text = joinBrokenLinks(boundText(source, (line) => withColon(joinLetters(oneSeparator(line)))));
  const allLines = text.split('\n');
  const found = findName(allLines);
  const sections = splitSections(text, found && allLines[found.line]);
  if (!hasSubstance(sections)) return undefined;
  // "Hess, Adam" is no town of Adam.
  const isOther = (line: string) => line.trim() !== found?.name;
  const personLines = linesOf(sections, 'head', 'contacts', 'objective').filter(isOther);
  const located = findLocation(personLines) ?? findLocation(allLines.slice(found?.line ?? 0, (found?.line ?? 0) + 6).filter(isOther));
  const { contacts, links } = findContacts({ text, links: targets }, located?.country_code ?? (/[а-яё]{4}/i.test(text) ? 'RU' : undefined));
  if (!found && contacts.length === 0) return undefined;
  const name = splitName(found?.name ?? nameInAddress(contacts) ?? '');
  const objective = linesOf(sections, 'objective');
  const positions = parsePositions(linesOf(sections, 'experience'));
  const listed = parseSkills(skillLines(sections));
  const headline =
    findHeadline(allLines, { nameLine: found?.lastLine ?? 0, beside: found?.others ?? [], objective }) ??
    positions.find((position) => position.is_current)?.title;
  return {
    ...name,
    headline: headline?.slice(0, 500),
    about: aboutOf(sections),
    locations: located
      ? [{ ...located, country: located.country ?? (located.country_code ? countryByCode(located.country_code)?.name : undefined) }]
      : [],
    positions: positions.slice(0, 100),
    skills: listed.length >= 3 ? listed : [...listed, ...skillsInText(text)],
    educations: parseEducations(linesOf(sections, 'education')),
    courses_and_certificates: coursesOf(linesOf(sections, 'courses')),
    languages: languagesOf(sections),
    links,
    contacts,
    salary: findSalary(allLines, objective),
    ...findPersonal(text, name.patronymic),
  };
}
