import type { ProfileInput } from '@headwater/contract/profile-data';
import { findUniversity } from '@headwater/reference/universities';
import { isPlace, titleScore } from './line-scores.ts';
import { monthWord } from './date-words.ts';
import { findRange, yearsIn } from './dates.ts';
import { isLabel } from './field-labels.ts';
import { educationLevel } from './education-level.ts';
import { closeUp, isAchievement } from './position-lines.ts';
import { unwrapLines } from './unwrap-lines.ts';

type Education = NonNullable<ProfileInput['educations']>[number];

const institutionWords =
  /(?<!\p{L})(?:university|universit[äéàa]\p{L}*|universidad\p{L}*|universiteit|college|institute|instituto|school|academy|polytechnic|faculty|lyc[ée]e|hochschule|университет\p{L}*|институт\p{L}*|академи\p{L}*|колледж\p{L}*|техникум\p{L}*|училищ\p{L}*|школ\p{L}*|лице\p{L}*|гимнази\p{L}*|вуз|ниу|мгту|мгу|вшэ|мфти|мифи|спбгу)(?!\p{L})/iu;
const degreeWords =
  /(?<!\p{L})(?:bachelor\p{L}*|master\p{L}*|doctor\p{L}*|ph\.?\s?d|m\.?b\.?a|b\.?sc?|m\.?sc?|b\.?a|m\.?a|b\.?tech|m\.?tech|b\.?eng|m\.?eng|b\.?e|bscs|mscs|bs|ms|meng|beng|diploma|associate|degree|high school|бакалавр\p{L}*|магистр\p{L}*|специалист|аспирант\p{L}*|кандидат|диплом|среднее|высшее|неоконченное)(?!\p{L})\.?/iu;
const noise =
  /^(?:gpa|cum\.|cgpa|grade|thesis|advisor|relevant|coursework|courses|awards?|honou?rs|magna|summa|высшее$|неполное высшее$|средн)/i;

interface Piece {
  text: string;
  line: number;
  /** The name within the text, of a school that is in no list. */
  school?: string;
}

const separators = /\t|\s+[|•·]\s+|\s+[—–]\s+|(?<=\p{Ll}{4})\.\s+(?=\p{Lu})|^\.\s+/u;
const fieldLabel =
  /^(?:(?:за|о)кончил[аи]?(?=\s)|специальность|направление|квалификация|степень|факультет|учебное заведение|вуз|университет|институт|годы|период|degree|major|field(?: of study)?|institution|university|school|years?|period|dates?)\s*(?::|(?<=кончил[аи]?))\s*/iu;

const isMonth = new RegExp(
  `^(?:(?:expected )?graduation(?: date)?|graduated|expected|выпуск|окончание(?: в)?)?[:,]?\\s*(?:${monthWord})?\\.?$`,
  'iu',
);

/** Splits "MSc Physics, University of Ghana". */
function degreeAndInstitution(text: string): string[] {
  const parts = text.split(/,\s+/);
  const at = parts.findIndex((part, index) => index > 0 && institutionWords.test(part) && !/^(?:faculty|факультет)/iu.test(part));
  const before = parts.slice(0, at).join(', ');
  return at > 0 && isDegree(before) ? [before, parts.slice(at).join(', ')] : [text];
}

function piecesOf(lines: readonly string[]): Piece[] {
  return lines.flatMap((line, index) => {
    const bare = line.replace(/^[•●▪◦‣*·-]\s*/, '');
    const range = findRange(bare);
    const undated = (range ? bare.replace(range.text, '\t') : bare).replace(/\(?\b(?:19|20)\d\d\b\)?(?:-\d\d(?:-\d\d)?)?/g, '\t');
    return undated
      .split(separators)
      .map((text) =>
        text
          .replace(/(?:[;,]|\s[-–—])\s*(?:[\d.]+\s*)?(?:c?gpa|grade)\b.*$/i, '')
          .replace(fieldLabel, '')
          .replace(/^(?:[\s,;:|)–—-]|\.(?=\s))+|[\s,;:|(–—-]+$/g, '')
          .replace(/(?<=\p{L}{4})\.$/u, '')
          .trim(),
      )
      .flatMap(degreeAndInstitution)
      .filter((text) => text.length > 1 && !/^https?:/.test(text) && !isLabel(text) && !isMonth.test(text))
      .map((text) => ({ text, line: index }));
  });
}

const isInstitution = (text: string) =>
  text.length < 160 &&
  (!isAchievement(text) || institutionWords.exec(text)?.index === 0) &&
  (institutionWords.test(text) || !isPlace(text)) &&
  !noise.test(text) &&
  (institutionWords.test(text) || (text.length > 1 && findUniversity(text.split(/,\s/)[0] ?? '') !== undefined)) &&
  !/^(?:bachelor|master|college of|school of engineering|faculty|факультет)/i.test(text);
const isDegree = (text: string) => degreeWords.test(text) && !institutionWords.test(text.replace(/high school/i, '')) && text.length < 140;

/** Splits "Princeton University, Computer Science". */
function splitInstitution(text: string): { institution: string; rest: string } {
  // "университет информационных технологий, механики и оптики" is one name.
  const parts = text.split(/,\s+(?!\p{Ll}[\p{Ll}-]+\s+и\s)/u);
  const at = parts.findIndex((part) => institutionWords.test(part) || findUniversity(part) !== undefined);
  if (parts.length === 1 || at < 0) return { institution: text, rest: '' };
  const rest = parts.slice(at + 1).join(', ');
  const before = parts.slice(0, at).join(', ');
  if (rest !== '' && isPlace(rest)) return { institution: text, rest: before };
  return { institution: parts[at] ?? text, rest: [before, rest].filter(Boolean).join(', ') };
}

function splitDegree(text: string): { degree: string; field: string | null } {
  const parts = text.split(/,\s+/);
  const last = parts.at(-1) ?? '';
  // "Прикладная математика, Бакалавр": the field comes first.
  if (parts.length > 1 && isDegree(last) && !isDegree(parts[0] ?? '')) return { degree: last, field: parts.slice(0, -1).join(', ') };
  const inBrackets = /^([^(]+?)\s*\(([^()]+)\)$/.exec(text);
  if (inBrackets && isDegree(inBrackets[1] ?? '') && !/\d/.test(inBrackets[2] ?? ''))
    return { degree: inBrackets[1] ?? text, field: inBrackets[2] ?? null };
  const match = /^(.*?)(?:\s+(?:in|of|по специальности|по направлению|по)\s+|,\s+|:\s+|\s+-\s+)(.+)$/iu.exec(text);
  if (match && isDegree(match[1] ?? '') && !/^(?:science|arts|engineering|technology|business)/i.test(match[2] ?? ''))
    return { degree: match[1] ?? text, field: match[2] ?? null };
  const ofKind = /^((?:bachelor|master|doctor)\s+of\s+\p{L}+)(?:\s+in\s+|,\s+)(.+)$/iu.exec(text);
  return ofKind ? { degree: ofKind[1] ?? text, field: ofKind[2] ?? null } : { degree: text, field: null };
}

/** Abbreviations that are fields of study. */
const fieldNames = /^(?:it|ai|ml|cs|ee|ece|hr|pr|qa|ux|ui|ppe|ит|ии|иб|пи|ивт|вмк|фкн)$/iu;

/** Written like short names of schools. */
const examinations =
  /^(?:ielts|toefl|toeic|gre|gmat|lsat|mcat|sat|act|a-levels?|gcse|cfa|cpa|acca|cima|frm|pmp|fce|cae|cpe|bec|delf|dalf|dele|testdaf|dsh|hsk|jlpt|topik|трки|егэ|огэ|зно|нмт|ент)(?![\p{L}-])/iu;

/** "KTH", "TU Berlin", "ETH Zürich", "СПбПУ". */
const isShortName = (text: string): boolean =>
  /^(?=\p{L}{0,2}\p{Lu}\p{L}{0,2}\p{Lu})\p{Lu}\p{L}{1,7}(?:[\s-]\p{Lu}[\p{L}-]+){0,2}$/u.test(text) &&
  !fieldNames.test(text) &&
  !examinations.test(text) &&
  !degreeWords.test(text) &&
  !noise.test(text);

const notSchools =
  /^(?:thesis|scholarship|exchange|student|member|project|internship|стипенди|староста|член|проект|практика|стажировка|тема)|(?:society|club|council|team|клуб|совет)$/iu;

/** The school in "KTH, Computer Science", although no list has it. */
function unlistedSchool(text: string): string | undefined {
  const parts = text.split(/,\s+/).map((part) => part.trim());
  const [first = ''] = parts;
  if (noise.test(first) || examinations.test(first) || text.length > 140 || isAchievement(text)) return undefined;
  if (isShortName(first)) return first;
  const short = parts.find((part) => findUniversity(part) !== undefined || isShortName(part));
  if (short !== undefined) return short;
  const isName = /^\p{Lu}[^.:;!?]{1,60}$/u.test(first) && !isDegree(text.slice(0, first.length)) && !notSchools.test(first);
  return isName && !isPlace(first) && titleScore(first) < 2 ? first : undefined;
}

const isBulleted = (line = '') => /^[•●▪◦‣*·-]/.test(line);
const hasYears = (line = '') => findRange(line) !== undefined || yearsIn(line).length > 0;

/** Entries with a school in no list. They have their dates where the other entries have them: on, below or above the line. */
function unlistedSchools(lines: readonly string[], listed: readonly Piece[], pieces: readonly Piece[]): Piece[] {
  const taken = new Set(listed.map(({ line }) => line));
  const firstOf = new Map<number, string>();
  for (const { text, line } of pieces) firstOf.set(line, firstOf.get(line) ?? text);
  const isDatesAlone = (line: number) => hasYears(lines[line]) && !firstOf.has(line);
  // "Master of CS, 2012 - 2014" and "KTH" on the next line. The first entry shows the order.
  const isDatedDegree = (line: number) => hasYears(lines[line]) && isDegree(firstOf.get(line) ?? '') && !taken.has(line);
  const isDegreeFirst = isDatedDegree(lines.findIndex((line) => line !== ''));
  const datesOf = (line: number) => {
    if (hasYears(lines[line])) return 'on';
    if (isDegreeFirst && isDatedDegree(line - 1)) return 'degree';
    if (isDatesAlone(line - 1)) return 'above';
    const isBelow = hasYears(lines[line + 1]) || (lines[line + 1] !== '' && !taken.has(line + 1) && hasYears(lines[line + 2]));
    return isBelow ? 'below' : undefined;
  };
  const places = new Set(listed.map(({ line }) => datesOf(line)));
  return [...firstOf].flatMap(([line, text]) => {
    const dates = datesOf(line);
    if (dates === undefined || taken.has(line) || (listed.length > 0 && !places.has(dates))) return [];
    if (listed.length > 0 && isBulleted(lines[line]) !== isBulleted(lines[listed[0]?.line ?? 0])) return [];
    const school = unlistedSchool(text);
    if (school === undefined) return [];
    if (isShortName(school) || findUniversity(school) !== undefined) return [{ text, line, school }];
    const parts = pieces.filter((piece) => piece.line === line).length + text.split(/,\s+/).length - 1;
    const isEntry = dates === 'on' ? findRange(lines[line] ?? '') !== undefined && parts > 1 : (lines[line - 1] ?? '') === '';
    return isEntry ? [{ text, line, school }] : [];
  });
}

function splitUnlisted(text: string, school: string): { institution: string; rest: string } {
  const parts = text.split(/,\s+/).map((part) => part.trim());
  return { institution: school, rest: parts.filter((part) => part !== school).join(', ') };
}

function readBlock(lines: readonly string[], { text: institutionText, school }: Piece, own = ''): Education {
  const { institution, rest } = school === undefined ? splitInstitution(institutionText) : splitUnlisted(institutionText, school);
  const pieces = piecesOf(lines).map((piece) => piece.text);
  const others = [rest, ...pieces.filter((text) => text !== institutionText)].filter(
    (text) => text !== '' && !noise.test(text) && !isPlace(text),
  );
  const degreeText = others.find((text) => isDegree(text));
  const { degree, field } = degreeText ? splitDegree(degreeText) : { degree: null, field: null };
  const spare = others.find((text) => text !== degreeText && text.length < 90 && !/[.;:]$/.test(text) && !/\d/.test(text));
  const years = yearsIn(own).length > 0 ? yearsIn(own) : lines.flatMap(yearsIn);
  const range = findRange(own) ?? lines.map((line) => findRange(line)).find(Boolean);
  const start = range ? Number(range.start.slice(0, 4)) : undefined;
  const end = range ? (range.end ? Number(range.end.slice(0, 4)) : undefined) : years.length > 0 ? Math.max(...years) : undefined;
  return {
    institution: institution.slice(0, 255),
    degree: degree?.slice(0, 255) ?? null,
    field: (field ?? (rest && rest !== degreeText ? rest : (spare ?? null)))?.slice(0, 255) ?? null,
    level: educationLevel(degreeText ?? '') ?? (/школа|гимназия|лицей|high school/i.test(institution) ? 'secondary' : null),
    start_year: start ?? null,
    end_year: end ?? null,
  };
}

/** A degree may precede the institution, in the same order each time. */
function blockStarts(lines: readonly string[], institutions: readonly number[]): number[] {
  const [first = 0] = institutions;
  const above = lines.slice(0, first).filter((line) => line !== '' && !/^(?:неполное )?высшее$/i.test(line)).length;
  const linesAboveDate = above > 2 ? 0 : above;
  return institutions.map((line, index) => {
    const floor = (institutions[index - 1] ?? -1) + 1;
    let start = line;
    let taken = 0;
    for (let at = line - 1; at >= floor && taken < linesAboveDate; at -= 1) {
      if (lines[at] === '') continue;
      // The years of another entry.
      if (hasYears(lines[at]) && hasYears(lines[line])) break;
      taken += 1;
      start = at;
    }
    return start;
  });
}

export function parseEducations(source: readonly string[]): Education[] {
  const lines = unwrapLines(closeUp(source));
  const pieces = piecesOf(lines);
  const found = pieces.filter((piece) => isInstitution(piece.text));
  // One institution a line: a second piece is a faculty or a school of the first.
  const listed = found.filter((piece, index) => found[index - 1]?.line !== piece.line);
  const institutions = [...listed, ...unlistedSchools(lines, listed, pieces)].toSorted((a, b) => a.line - b.line);
  if (listed.length === 0) {
    const byDegree = parseByDegree(lines);
    if (byDegree.length >= institutions.length) return byDegree;
  }
  const joined = institutions.map((piece) => ({ ...piece, text: continued(lines, piece) }));
  const starts = blockStarts(
    lines,
    joined.map((piece) => piece.line),
  );
  return joined
    .map((piece, index) => {
      const block = blockLines(lines, { piece, from: starts[index] ?? piece.line, to: starts[index + 1] ?? lines.length });
      return readBlock(block, piece, lines[piece.line]);
    })
    .slice(0, 50);
}

/** A long Russian name continues on the next line: "имени первого Президента России". */
function continued(lines: readonly string[], { text, line }: Piece): string {
  const next = (lines[line + 1] ?? '').trim();
  const goesOn = text.length > 35 && next !== '' && /^(?:имени|им\.|\p{Ll}|Президента|экономики)/u.test(next);
  const broken = /[,-]$/.test((lines[line] ?? '').trim()) && isPlace(next);
  return goesOn || broken ? `${text}${broken ? ',' : ''} ${next}` : text;
}

function blockLines(lines: readonly string[], { piece, from, to }: { piece: Piece; from: number; to: number }): string[] {
  const next = (lines[piece.line + 1] ?? '').trim();
  return lines
    .slice(from, to)
    .map((line) => (piece.text.endsWith(next) && next !== '' && line.trim() === next ? '' : line === lines[piece.line] ? line : line));
}

const holdsDatesAlone = (line: string) => hasYears(line) && piecesOf([line]).length === 0;

/** Dates of an entry without dates on its line: below it or its grade, or above the school of the line before. */
function datesAround(lines: readonly string[], index: number, isSchoolAbove: boolean): string[] {
  if (hasYears(lines[index])) return [];
  const grades = lines.slice(index + 1).findIndex((line) => !noise.test(line) || hasYears(line));
  const below = grades < 0 ? undefined : lines[index + 1 + grades];
  return [below, isSchoolAbove ? lines[index - 2] : undefined].flatMap((line) => (line && holdsDatesAlone(line) ? [line] : [])).slice(0, 1);
}

/** Fallback for unknown institutions: lines with a degree. */
function parseByDegree(lines: readonly string[]): Education[] {
  return lines.flatMap((line, index) => {
    if (!isDegree(line) || line.length > 140) return [];
    const [degreeText = '', ...more] = piecesOf([line]).map((piece) => piece.text);
    const beside = more.find((text) => !isDegree(text));
    const place = beside ?? piecesOf([lines[index - 1] ?? ''])[0]?.text;
    if (!place || place.length > 120) return [];
    const education = readBlock([line, ...datesAround(lines, index, beside === undefined)], { text: place, line: index });
    return [{ ...education, degree: education.degree ?? degreeText }];
  });
}
