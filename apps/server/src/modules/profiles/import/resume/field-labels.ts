import { findRange } from './dates.ts';

/** "Company: Acme", "Учебное заведение: …". `opens`: the field belongs to one section only. */
export interface Field {
  opens?: 'experience' | 'education';
  rest: string;
}

const longest = 60;
const labelled = /^([\p{L}][\p{L} ()/]{2,40}?)\s*:\s*(.*)$/u;
const employer = /^(?:company|employer|organi[sz]ation|company name|компания|организация|работодатель|место работы|предприятие)$/i;
const time = /^(?:продолжительность|period|dates?|years?|employment dates|период(?: работы)?|даты|годы(?: работы)?|сроки)$/i;
const school =
  /^(?:institution|university|college|school|institute|educational institution|учебное заведение|образовательное учреждение|вуз|университет|институт)$/i;
const ofEither =
  /^(?:position|job title|title|role|должность|позиция|degree|major|field(?: of study)?|faculty|speciali[sz]ation|duties|responsibilities|achievements|обязанности|достижения|степень|квалификация|специальность|факультет|направление)$/i;

const ofPerson =
  /^(?:(?:full )?name|фио|фамилия,? имя,? отчество|(?:mobile |contact )?phone(?: number)?|mobile|e-?mail(?: address)?|city|region|address|place of residence|links|salary|expected salary|date of birth|(?:year of )?graduation|graduated|length|телефон|(?:контактный|мобильный) телефон|эл\. почта|электронная почта|почта|город(?: проживания)?|место (?:жительства|проживания)|регион|адрес|ссылки|заработная плата|зарплата|дата рождения|год (?:окончания|выпуска)|стаж)$/i;

export const isLabel = (text: string): boolean =>
  text.length < longest && [employer, time, school, ofEither, ofPerson].some((pattern) => pattern.test(text));

/** "Город\tКазань" becomes "Город: Казань", like a form without columns. */
export function withColon(line: string): string {
  const [label = '', ...cells] = line.split('\t');
  // Column names hold no data.
  if (isLabel(label) && isLabel(cells[0] ?? '')) return '';
  return cells.length > 0 && isLabel(label) ? `${label}: ${cells.join('\t')}` : line;
}

export function textOfPeriod(line: string): string | undefined {
  const found = line.length < longest ? labelled.exec(line) : null;
  return found && time.test(found[1] ?? '') && found[2] ? found[2] : undefined;
}

export function fieldOf(line: string): Field | undefined {
  const found = line.length < 400 ? labelled.exec(line.slice(0, longest)) : null;
  if (!found) return undefined;
  const label = found[1] ?? '';
  const rest = line.slice(line.indexOf(':') + 1).trim();
  if (employer.test(label)) return { opens: 'experience', rest };
  if (school.test(label)) return { opens: 'education', rest };
  if (time.test(label))
    return { ...(/^(?:period|employment|период)/i.test(label) && findRange(rest) ? { opens: 'experience' } : {}), rest };
  return ofEither.test(label) ? { rest } : undefined;
}

/** Meaning of a label for the text after it. A label of time implies neither title nor employer. */
type Says = 'title' | 'company' | 'place' | 'nothing';

const labels: readonly (readonly [RegExp, Says])[] = [
  [/^(?:position|job title|title|role|occupation(?: or position \p{L}+)?|должность|позиция|роль)\s*:\s*/iu, 'title'],
  [
    /^(?:company|employer|organi[sz]ation|company name|name (?:and address )?of employer|компания|организация|работодатель|место работы|предприятие|название (?:компании|организации))\s*:\s*/iu,
    'company',
  ],
  [/^(?:city|location|place|город|место)\s*:\s*/iu, 'place'],
  [/^(?:продолжительность|period|dates?|years?|time|период(?: работы)?|даты|годы|сроки|стаж)\s*:?\s*$/iu, 'nothing'],
];

export function labelOf(text: string): { says: Says; rest: string } | undefined {
  for (const [pattern, says] of labels) {
    const found = pattern.exec(text);
    if (found) return { says, rest: text.slice(found[0].length) };
  }
  return undefined;
}
