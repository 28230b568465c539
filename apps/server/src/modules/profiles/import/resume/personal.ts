import type { ProfileInput } from '@headwater/contract/profile-data';
import { type NamedPlace, placeOf } from './line-scores.ts';

const monthNames = [
  'jan|янв',
  'feb|фев',
  'mar|мар',
  'apr|апр',
  'may|ма[йя]',
  'jun|июн',
  'jul|июл',
  'aug|авг',
  'sep|сен',
  'oct|окт',
  'nov|ноя',
  'dec|дек',
].map((word) => new RegExp(`^(?:${word})`, 'i'));

/** Reads "5 июля 1993", "July 5, 1993", "05.07.1993" and "1993-07-05". */
export function readDay(text: string): string | undefined {
  const iso = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/.exec(text);
  if (iso) return toDay(iso[1], Number(iso[2]), iso[3]);
  const dotted = /\b(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d\d)\b/.exec(text);
  if (dotted) return toDay(dotted[3], Number(dotted[2]), dotted[1]);
  const words = /(\d{1,2})\s+(\p{L}{3,})\.?,?\s+((?:19|20)\d\d)/u.exec(text);
  if (words) return toDay(words[3], monthNames.findIndex((name) => name.test(words[2] ?? '')) + 1, words[1]);
  const american = /(\p{L}{3,})\.?\s+(\d{1,2}),?\s+((?:19|20)\d\d)/u.exec(text);
  return american ? toDay(american[3], monthNames.findIndex((name) => name.test(american[1] ?? '')) + 1, american[2]) : undefined;
}

function toDay(year: string | undefined, month: number, day: string | undefined): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return month >= 1 && month <= 12 && date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : undefined;
}

const birth =
  /(?:date of birth|birth\s?date|born|d\.?o\.?b\.?|дата рождения|родил(?:ся|ась)|рожд[её]н\p{L}*)\s*[:\-–—]?\s*(?:on\s+)?(.{6,30})/iu;
const male = /^(?:мужчина|мужской|male)\b|(?:^|\s)пол\s*:\s*муж|(?:gender|sex)\s*:\s*male/im;
const female = /^(?:женщина|женский|female)\b|(?:^|\s)пол\s*:\s*жен|(?:gender|sex)\s*:\s*female/im;

function genderOf(text: string, patronymic: string | undefined): ProfileInput['gender'] {
  // \b ignores Cyrillic characters: Russian words end at a comma or a line end.
  if (/^мужчина(?![а-яё])/im.test(text) || male.test(text)) return 'male';
  if (/^женщина(?![а-яё])/im.test(text) || female.test(text)) return 'female';
  if (!patronymic) return null;
  return /(?:на|кызы)$/i.test(patronymic) ? 'female' : 'male';
}

const currencies: readonly (readonly [RegExp, string])[] = [
  [/₽|руб|rub|\bр\./i, 'RUB'],
  [/\$|usd|долл/i, 'USD'],
  [/€|eur|евро/i, 'EUR'],
  [/£|gbp/i, 'GBP'],
  [/₸|kzt|тенге/i, 'KZT'],
];
const amount =
  /(?:[₽$€£₸]\s*)?\d{1,3}(?:[\s.,]\d{3})+(?:\s*(?:₽|\$|€|£|₸|руб\p{L}*\.?|usd|eur|rub|gbp|kzt|тенге))?|(?:[$€£]\s*)?\d{2,7}\s*(?:₽|\$|€|£|₸|руб\p{L}*\.?|usd|eur|rub|gbp|kzt|тенге|k\b)?/giu;

/** Desired salary: needs a currency or a word for pay. */
export function findSalary(lines: readonly string[], objective: readonly string[]): ProfileInput['salary'] {
  const labelled = lines.filter((line) => /salary|compensation expect|зарплат|доход|оклад|на руки/i.test(line));
  for (const line of [...objective, ...labelled]) {
    for (const match of line.matchAll(amount)) {
      const currency =
        currencies.find(([pattern]) => pattern.test(match[0]))?.[1] ?? currencies.find(([pattern]) => pattern.test(line))?.[1];
      const value = Number(match[0].replace(/\D/g, '')) * (/k$/i.test(match[0].trim()) ? 1000 : 1);
      if (currency && value >= 100) return { amount: value, currency };
    }
  }
  return null;
}

const placeLabel =
  /(?:проживаю|проживает|проживание|живу|локация|город(?:\s+проживания)?|место\s+(?:жительства|проживания)|адрес|location|address|based in|resid(?:e|es|ing) in|residence|city|lives in|местоположение|регион)\s*[:\-–—]\s*(.+)/iu;

/** "+1 617 555 0176 (Mobile)", "Mobile 617 555 0176": a phone type, not the town Mobile. */
const phoneRemark = /((?:\d[\s().–—-]{0,3}){7,15})\([^()\d]{1,30}\)|(?<!\p{L})mobile(?=\W{0,4}\d)/giu;

/** The residence: a labelled value, else the first place near the name and the contacts. */
export function findLocation(lines: readonly string[]): NamedPlace | undefined {
  for (const line of lines) {
    const said = placeLabel.exec(line)?.[1]?.split(/\t|\s[|•·]\s/)[0];
    const place = said ? placeOf(said, { minPopulation: 1000 }) : undefined;
    if (place) return place;
  }
  for (const line of lines) {
    // Contacts often share one line: tries pairs of pieces ("Seoul, Korea") before single pieces.
    const pieces = line
      .replace(phoneRemark, '$1')
      .split(/\t|\s+[|•·/]\s+|\s{2,}|\s+,\s+|(?<=\p{L})\s+(?=[(+]?\d{3})/u)
      .map((piece) => piece.replace(/^[^\p{L}]+/u, '').trim());
    for (const piece of pieces) {
      if (/@|https?:|www\./.test(piece) || piece.length > 60) continue;
      const place = placeOf(piece, { minPopulation: /,/.test(piece) ? 1000 : 80_000 });
      if (place && (place.city !== undefined || pieces.length > 1 || piece.length < 30)) return place;
    }
  }
  return undefined;
}

export interface Personal {
  birthdate_exact: string | null;
  gender: ProfileInput['gender'];
  updated_on: string | null;
  remote_ready: boolean;
}

export function findPersonal(text: string, patronymic: string | undefined): Personal {
  const updated = /(?:резюме обновлено|last updated(?: on| in)?|updated)\s*:?\s*(.{6,30})/i.exec(text)?.[1];
  const born = readDay(birth.exec(text)?.[1] ?? '');
  return {
    birthdate_exact: born && born > '1930' && born < '2015' ? born : null,
    gender: genderOf(text, patronymic) ?? null,
    updated_on: readDay(updated ?? '') ?? null,
    remote_ready: /удал[её]нная работа|удал[её]нно|remote work|open to remote|полностью удал/i.test(text),
  };
}
