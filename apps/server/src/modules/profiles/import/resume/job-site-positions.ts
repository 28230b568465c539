import type { ProfileInput } from '@headwater/contract/profile-data';
import { type DateRange, findRange } from './dates.ts';
import { isPlace, titleScore } from './line-scores.ts';
import { duration, isBullet } from './position-lines.ts';

type Position = NonNullable<ProfileInput['positions']>[number];

/**
 * Files of hh.ru, in Russian and English. A job is a record:
 *
 *     dates <tab> employer
 *     [rest of the employer]
 *     [place, site]
 *     length
 *     [industry, then its kinds as bullets]
 *     title
 *     text
 */
interface Record {
  range: DateRange;
  /** Position of the first line. */
  from: number;
  employer: string;
  /** Position of the line of the length. */
  length: number;
}

const mostToLength = 5;
const onlyLength = (line: string) => line.trim() !== '' && /\d/.test(line) && line.replace(duration, '').trim() === '';
const hasSite = (line: string) => /(?:^|[\s,])(?:https?:\/\/|www\.)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+\/?\S*$/iu.test(line);

const isAddress = (line: string) => hasSite(line) || isPlace(line);

function recordAt(lines: readonly string[], from: number): Record | undefined {
  const cells = (lines[from] ?? '').split('\t');
  const range = cells.length === 2 ? findRange(cells[0] ?? '') : undefined;
  if (!range || cells[0]?.trim() !== range.text.trim()) return undefined;
  const after = lines.slice(from + 1, from + 1 + mostToLength).findIndex(onlyLength);
  return after < 0 ? undefined : { range, from, employer: (cells[1] ?? '').trim(), length: from + 1 + after };
}

/** Industries of hh.ru. Elsewhere the title after the kinds proves the industry before them. */
const industry =
  /^(?:автомобильный бизнес|гостиницы, рестораны|государственные организации|добывающая отрасль|жкх|информационные технологии, системная|искусство, культура|лесная промышленность|медицина, фармацевтика|металлургия, металлообработка|нефть и газ|образовательные учреждения|общественная деятельность, партии|перевозки, логистика|продукты питания|промышленное оборудование|розничная торговля|сми, маркетинг|сельское хозяйство|строительство, недвижимость|телекоммуникации, связь|товары народного потребления|тяжелое машиностроение|управление многопрофильными|услуги для бизнеса|услуги для населения|финансовый сектор|химическое производство|электроника, приборостроение|энергетика)/i;
const mostIndustryLines = 3;

/** Whether the kind of an industry continues in the next line. */
const continues = (line: string, next: string) =>
  /^[\p{Ll}(]/u.test(next) || /[,-]$/.test(line) || line.lastIndexOf('(') > line.lastIndexOf(')');

/** Position of the title: below the industry and its kinds, if they are there. */
function titleLine(lines: readonly string[], { length }: Record, end: number): number {
  let first = length + 1;
  while (first < end && (lines[first] === '' || isAddress(lines[first] ?? ''))) first += 1;
  const kinds = lines.slice(first + 1, Math.min(end, first + 1 + mostIndustryLines)).findIndex(isBullet);
  if (kinds < 0 || isBullet(lines[first] ?? '')) return first;
  let below = first + 1 + kinds;
  while (below < end && (isBullet(lines[below] ?? '') || lines[below] === '' || continues(lines[below - 1] ?? '', lines[below] ?? '')))
    below += 1;
  const isIndustry = industry.test(lines[first] ?? '') || (titleScore(lines[first] ?? '') < 2 && titleScore(lines[below] ?? '') > 0);
  return isIndustry && below < end ? below : first;
}

function positionOf(lines: readonly string[], record: Record, end: number): Position[] {
  const about = lines.slice(record.from + 1, record.length).filter((line) => line !== '');
  const at = titleLine(lines, record, end);
  // A narrow column puts the length beside the place.
  const place = [...about, ...lines.slice(record.length + 1, at)].find(isAddress);
  const employer = [record.employer, ...about.filter((line) => line !== place)].join(' ');
  const title = (lines[at] ?? '').trim();
  if (at >= end || title === '') return [];
  const city = place?.split(',')[0]?.trim();
  const { start, end: till } = record.range;
  return [
    {
      title: title.slice(0, 255),
      company: employer.slice(0, 255),
      start,
      end: till ?? null,
      is_current: till === undefined,
      location: city !== undefined && isPlace(city) ? city.slice(0, 255) : null,
      description:
        lines
          .slice(at + 1, end)
          .filter((line) => line !== '')
          .join('\n')
          .slice(0, 10_000) || null,
    },
  ];
}

const footer = /(?:^|•\s*)(?:резюме обновлено|resume updated) .{4,40}$/i;

/** Without page footers, and with the length of a job on a line of its own. */
export const tidyJobSite = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    if (footer.test(line)) return [];
    const [first = '', ...more] = line.split('\t');
    return more.length > 0 && onlyLength(first) ? [first, more.join('\t')] : [line];
  });

/** Undefined if the jobs are no records. `periods`: lines with the period of a job. */
export function parseJobSitePositions(lines: readonly string[], periods: readonly number[]): Position[] | undefined {
  const records = periods.flatMap((line) => recordAt(lines, line) ?? []);
  if (records.length === 0 || records.length < periods.length) return undefined;
  return records.flatMap((record, index) => positionOf(lines, record, records[index + 1]?.from ?? lines.length));
}
