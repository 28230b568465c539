import { findSkill } from '@headwater/reference/skills';
import { type DateRange, findAloneMoment } from './dates.ts';
import { labelOf } from './field-labels.ts';
import { companyScore, isPlace, titleScore } from './line-scores.ts';
import { duration, endsSentence, withoutBullet } from './position-lines.ts';

/** A part of a job heading; `says`: its meaning according to a label. */
export interface Piece {
  text: string;
  says?: 'title' | 'company';
}

export interface HeaderParts {
  pieces: Piece[];
  place?: string;
}

const separators = /\t|\s+[|•·@/]\s+|\s+[—–](?:\s+|(?=\p{Lu}))|\s+-(?:\s+|(?=\p{Lu}\p{Ll}))|\|(?=\s)|\s+at\s+(?=\p{Lu})/u;

const withoutStop = (text: string) => (endsSentence(text) ? text.slice(0, -1) : text);

const clean = (text: string) =>
  withoutStop(withoutBullet(text.replace(duration, '')).trim())
    .replace(/\(\s*\)?$/, '')
    .replace(/^\d{1,2}[.)]\s+(?=\p{Lu})/u, '')
    .replace(/^(?:[\s,|:;)–—-]|\.(?=\s|$))+|[\s,|:;(–—-]+$/g, '')
    .trim();

const address = /^https?:|^(?:www\.)?[\p{L}\d.-]+\.(?:com|ru|org|net|io|inc)(?:\/\S*)?$/iu;

/** Splits off a final place: "Acme, Berlin" and "Acme (Berlin)" are "Acme" in Berlin. */
export function splitPlace(piece: string): { text: string; place?: string } {
  if (isPlace(piece) && titleScore(piece) === 0) return { text: '', place: piece };
  for (const pattern of [/^(.+?),\s*([^,]+,\s*[^,]+)$/, /^(.+),\s*([^,]+)$/, /^(.+?)\s*\(([^()]{3,40})\)$/]) {
    const found = pattern.exec(piece);
    const place = found?.[2] ?? '';
    if (found && isPlace(place) && titleScore(place) === 0) return { text: found[1] ?? '', place };
  }
  return { text: piece };
}

/** "Designer in TechLab", but "Lecturer in Pediatrics" names no employer. */
const looksLikeEmployer = (text: string) => companyScore(text) >= 1.5 || /\p{Ll}\p{Lu}|^\p{Lu}{3,}$|^[a-z\d-]+\.[a-z]{2,6}$/u.test(text);

/** "Lead of payments at Acme", «Бухгалтер в ООО „Ромашка“»: title, then employer. */
function splitAt(text: string): string[] {
  const found = /^(.{3,60}?)\s+(at|в|во|for|in)\s+((?:the\s+)?["'«“\p{Lu}].*|[a-z\d-]+\.[a-z]{2,6})$/u.exec(text);
  const [, title = '', word, employer = ''] = found ?? [];
  if (!found || titleScore(title) < 2 || isPlace(employer) || findSkill(employer)) return [text];
  return word === 'in' && !looksLikeEmployer(employer.split(', ')[0] ?? '') ? [text] : [title, employer];
}

export function partsOf(line: string, range: Pick<DateRange, 'text'> | undefined): HeaderParts {
  const places: string[] = [];
  const pieces = line
    .replace(range?.text ?? '\u0000', '\t')
    .split(separators)
    .map(clean)
    .flatMap((text) => (text.length > 1 && !address.test(text) && !findAloneMoment(text) ? splitAt(text) : []))
    .flatMap((text): Piece[] => {
      const label = labelOf(text);
      const bare = (label?.rest ?? text).replace(/,\s*(?:https?:\/\/|www\.)?[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/, '');
      if (label?.says === 'nothing' || bare === '') return [];
      if (label?.says === 'place') {
        places.push(bare);
        return [];
      }
      const { text: rest, place } = splitPlace(bare);
      if (place) places.push(place);
      return rest === '' ? [] : [{ text: rest, ...(label ? { says: label.says as 'title' | 'company' } : {}) }];
    });
  return { pieces, ...(places[0] === undefined ? {} : { place: places[0] }) };
}

const difference = ([left, right]: [string, string]) =>
  Math.abs(titleScore(left) - titleScore(right)) + Math.max(companyScore(left), companyScore(right)) * 0.3;

const kindOfJob =
  /^(?:contract|freelance|remote|hybrid|part|full|intern|temporary|seasonal|volunteer|acting|promoted|стаж|удал|фриланс|частичн|полн|подработ|проектн|декрет|и\.?\s?о\.?)/i;

/** "Analyst (Acme)": a job type or a tool in brackets is no employer. */
function aroundBracket(text: string): [string, string] | undefined {
  const found = /^([^()]{3,80}?)\s*\(([^()]{2,80})\)?$/.exec(text);
  const [, before = '', inside = ''] = found ?? [];
  if (!/^["'«“]?[\p{Lu}\d]/u.test(inside) || kindOfJob.test(inside) || findSkill(inside)) return undefined;
  return [before, inside];
}

/** Both halves of "Nexus AI, Co-Founder & CTO", split by a comma or a bracket; else undefined. */
export function halvesOf(text: string): [string, string] | undefined {
  const bracketed = aroundBracket(text);
  if (bracketed) return bracketed;
  const parts = text.split(/,\s+/).slice(0, 6);
  if (parts.length < 2) return undefined;
  const halves = parts.slice(1).map((_, at): [string, string] => [parts.slice(0, at + 1).join(', '), parts.slice(at + 1).join(', ')]);
  return halves.toSorted((one, other) => difference(other) - difference(one))[0];
}
