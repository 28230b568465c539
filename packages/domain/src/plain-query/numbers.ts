import { locationRanges } from '../query/ranges.ts';

/** `of`: words that name the subject follow (5 years with Go). `length`: characters read. */
export interface Years {
  min: number | null;
  max: number | null;
  of: boolean;
  length: number;
}

const numerals: Record<string, number> = {
  a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, fifteen: 15,
  одного: 1, один: 1, двух: 2, два: 2, трех: 3, три: 3, четырех: 4, четыре: 4, пяти: 5, пять: 5, шести: 6, шесть: 6, семи: 7, семь: 7,
  восьми: 8, восемь: 8, девяти: 9, девять: 9, десяти: 10, десять: 10, пятнадцати: 15, полутора: 1.5, полтора: 1.5,
}; // prettier-ignore

const words = Object.keys(numerals)
  .toSorted((left, right) => right.length - left.length)
  .join('|');
const ended = '(?:-?(?:ух|ех|х|ти|ми|го|и)(?![а-я]))?';
const n = `(\\d{1,2}(?:[.,]\\d)?|${words})${ended}`;
const dash = '\\s*(?:-|–|—|to|and|до|по)\\s*';
const each = '(?:\\s*(?:years?|лет|года|год)(?![а-яa-z]))?';
const unit = "\\s*\\+?\\s*(?:years?|yrs?|yoe|лет|годов|года|год|г\\.)(?![а-яa-z])(?:['’])?";
const sure = (text: string) => new RegExp(`(?:${text})`, 'uy');

const forms: readonly { pattern: RegExp; read(found: RegExpExecArray): Pick<Years, 'min' | 'max'> }[] = [
  {
    pattern: sure(
      `(?:more than|over|above|at least|from|от|более|больше|свыше|не менее|не меньше)\\s+(?:чем\\s+)?${n}${each}\\s*,?\\s*(?:(?:but|and|но|и)\\s+)?(?:up to|less than|under|below|no more than|not more than|at most|до|менее|меньше|не более|не больше)\\s+(?:чем\\s+)?${n}${unit}`,
    ),
    read: ([, min, max]) => between(value(min), value(max)),
  },
  { pattern: sure('от\\s+года\\s+до\\s+' + n + unit), read: ([, max]) => ({ min: 1, max: value(max) }) },
  {
    pattern: sure(`(?:from\\s+|between\\s+|от\\s+)?${n}${dash}${n}${unit}`),
    read: ([, min, max]) => between(value(min), value(max)),
  },
  {
    pattern: sure(`(?:from|от)\\s+${n}${each}\\s*(?:to|up to|до)\\s+${n}${unit}`),
    read: ([, min, max]) => between(value(min), value(max)),
  },
  {
    pattern: sure(
      `(?:at least|a minimum of|minimum|min\\.?|more than|over|above|from|no less than|not less than|от|более|больше|свыше|не ниже|не менее|не меньше|минимум|как минимум)\\s+(?:чем\\s+)?${n}${unit}`,
    ),
    read: ([, min]) => ({ min: value(min), max: null }),
  },
  {
    pattern: sure(
      `(?:up to|less than|under|below|no more than|not more than|at most|max\\.?|maximum|до|менее|меньше|не более|не больше|максимум)\\s+(?:чем\\s+)?${n}${unit}`,
    ),
    read: ([, max]) => ({ min: null, max: value(max) }),
  },
  { pattern: sure('(?:от|более|больше|не менее)\\s+года'), read: () => ({ min: 1, max: null }) },
  { pattern: sure('(?:до|менее|меньше)\\s+года'), read: () => ({ min: null, max: 1 }) },
  { pattern: sure(`${n}-?\\s*летн\\p{L}+`), read: ([, min]) => ({ min: value(min), max: null }) },
  {
    pattern: sure(`${n}\\s*\\+?\\s*(?:or more|plus|и более|или более|и больше)?${unit}`),
    read: ([, min]) => ({ min: value(min), max: null }),
  },
];

const between = (first: number, second: number) => ({ min: Math.min(first, second), max: Math.max(first, second) });
const value = (text: string | undefined) => numerals[text ?? ''] ?? Number((text ?? '').replace(',', '.'));

const tail =
  /(?:\s+(?:or more|minimum|min|плюс|и более|и больше))?(?:\s+of)?(?:\s+(?:work|working|professional|relevant|commercial|total|hands-on|рабочего|общего|коммерческого))*(?:\s+(?:experience|exp|опыта|стажа))?(?:\s+работы)?/uy;
const linked = /\s+(?:of|with|in|using|on|с|на|в|со)\s/uy;

/** Years with one employer are not a search condition. */
const stay =
  /\s+(?:на|в|at|in|with)\s+(?:the\s+|their\s+)?(?:последн|одн|текущ|нынешн|last|current|one|same|present)\p{L}*\s+(?:мест|компани|работ|job|compan|place|employer)\p{L}*(?:\s+работы)?/uy;

type Read = Years & { isAge: boolean };

function readAny(text: string, at: number): Read | undefined {
  for (const { pattern, read } of forms) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) continue;
    const range = read(found);
    tail.lastIndex = at + found[0].length;
    const more = tail.exec(text)?.[0] ?? '';
    const end = at + found[0].length + more.length;
    linked.lastIndex = end;
    stay.lastIndex = end;
    const stayed = stay.exec(text)?.[0].length ?? 0;
    const of = /\sof$/.test(more) || linked.test(text);
    const isWork = ofWork.test(more) || ofWorkBefore.test(text.slice(Math.max(0, at - 40), at));
    return { ...range, of, length: end + stayed - at, isAge: stayed > 0 || (!isWork && looksLikeAge(range, found[0])) };
  }
  return undefined;
}

const ofWork = /experience|\bexp\b|опыта|стажа|работы|коммерческ|commercial|professional/u;
const ofWorkBefore = /(?:опыт\p{L}*|стаж\p{L}*|experience|exp)(?:\s+(?:работы|коммерческой|разработки|of))*[\s:,(—–-]*$/u;

/** 25 to 30 years is an age unless words say otherwise. */
function looksLikeAge({ min, max }: Pick<Years, 'min' | 'max'>, said: string): boolean {
  if (max !== null) return max > 20;
  return min !== null && min > 20 && !said.includes('+');
}

export function readYears(text: string, at: number): Years | undefined {
  const found = readAny(text, at);
  if (!found || found.isAge || /(?:возраст\p{L}*|aged?)\W*$/u.test(text.slice(Math.max(0, at - 20), at))) return undefined;
  const { min, max, of, length } = found;
  return { min, max, of, length };
}

const age = `\\d{1,2}${ended}(?:${dash}\\d{1,2}${ended})?(?:\\s*(?:years?|yrs?|лет|года|год|г\\.))?(?:[\\s-]*(?:old|y\\.?\\s?o\\.?))?(?![а-яa-z\\d])`;
const limit = '(?:(?:от|до|с|не старше|не моложе|не более|under|over|from|between|up to|below|above)\\s+)?';
const ages: readonly RegExp[] = [
  sure(`(?:в\\s+)?возраст\\p{L}*[\\s:—–-]*(?:${limit}${age})?`),
  sure(`(?:at\\s+(?:the\\s+)?)?(?:ages?|aged)(?![a-z])[\\s:—–-]*(?:${limit}${age})?`),
  sure(`(?:не\\s+)?(?:старше|моложе|младше)(?![а-я])(?:\\s+чем)?(?:\\s+${age})?`),
  sure(`(?:(?:not?|must not be|should not be)\\s+)?(?:older|younger)(?![a-z])(?:\\s+than)?(?:\\s+${age})?`),
  sure(`${limit}\\d{1,2}(?:${dash}\\d{1,2})?[\\s-]*(?:years?|yrs?)?[\\s-]*(?:old(?![a-z])|y\\.?\\s?o\\.?(?![a-z]))`),
];

/** Selection by age is unlawful. */
export function readAge(text: string, at: number): number | undefined {
  for (const pattern of ages) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return found[0].trimEnd().length;
  }
  const found = readAny(text, at);
  return found?.isAge ? found.length : undefined;
}

const pay =
  /(?:(?:зарплат|оклад|доход)\p{L}*|з\/п|зп|salary|compensation|pay|budget)(?:\s+(?:ожидания|expectations?|of|is))?[\s:—–-]*(?:от|до|from|up to|under|over)?\s*[$€£₽]?\s*\d[\d\s.,]*(?:[-–—]\s*\d[\d\s.,]*)?\s*(?:(?:k|к|тыс\p{L}*|т\.р|т\.?\s?р|млн|руб\p{L}*|р|usd|eur|rub|[$€£₽])(?![\p{L}])\.?\s*)*/uy;

/** A salary is not a search condition. */
export function readPay(text: string, at: number): number | undefined {
  pay.lastIndex = at;
  const found = pay.exec(text);
  return found && !/\p{L}/u.test(text[at - 1] ?? '') ? found[0].replace(/[\s,.]+$/, '').length : undefined;
}

const distance =
  /(\d{1,3})\s*(km|kilomet(?:er|re)s?|км|километров|miles?|mi|миль)(?![a-zа-я])(\s*(?:of|from|around|от|вокруг)(?![a-zа-я]))?/uy;

/** `isNext`: around the following place, else the preceding one. */
export function readDistance(text: string, at: number): { km: number; isNext: boolean; length: number } | undefined {
  distance.lastIndex = at;
  const found = distance.exec(text);
  if (!found) return undefined;
  const [whole, number, unitName = '', around] = found;
  const km = Number(number) * (unitName.startsWith('mi') || unitName === 'миль' ? 1.609 : 1);
  const offered = locationRanges.find((range) => range >= Math.floor(km)) ?? locationRanges.at(-1) ?? 160;
  return { km: offered, isNext: around !== undefined, length: whole.length };
}
