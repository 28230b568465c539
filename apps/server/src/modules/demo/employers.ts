import { type CompanySize, COMPANY_SIZES, loadCompanies } from '@headwater/reference/companies';
import { findIndustry, industryById } from '@headwater/reference/industries';
import { type Draw, randomFor, weighted, zipf } from './random.ts';
import type { Sector } from './track.ts';

export interface Employer {
  name: string;
  nameRu: string;
  id: number | null;
  size: CompanySize;
  industry: string;
}

const industriesOf: Record<Sector, readonly string[]> = {
  it: [
    'Software Development',
    'Technology, Information and Internet',
    'IT Services and IT Consulting',
    'Computer and Network Security',
    'Computer Games',
    'Telecommunications',
    'Computer Hardware Manufacturing',
  ],
  finance: ['Financial Services', 'Banking', 'Insurance', 'Investment Management', 'Accounting'],
  retail: ['Retail', 'Online and Mail Order Retail', 'Wholesale'],
  industry: ['Manufacturing', 'Oil, Gas, and Mining', 'Utilities'],
  health: ['Hospitals and Health Care'],
  education: ['Education', 'Higher Education'],
  services: ['Professional Services', 'Administrative and Support Services', 'Staffing and Recruiting', 'Legal Services'],
  logistics: ['Transportation, Logistics, Supply Chain and Storage'],
  construction: ['Construction', 'Architecture and Planning', 'Real Estate and Equipment Rental Services'],
  media: ['Entertainment Providers', 'Advertising Services', 'Online Audio and Video Media'],
  hospitality: ['Accommodation Services', 'Hospitality', 'Food and Beverage Services', 'Travel Arrangements'],
};

const beginnings = [
  'North',
  'Blue',
  'Silver',
  'Bright',
  'Clear',
  'Stone',
  'River',
  'Ever',
  'Prime',
  'Oak',
  'Nova',
  'Terra',
  'Delta',
  'Meridian',
  'Summit',
  'Harbor',
  'Lumen',
  'Cedar',
  'Atlas',
  'Crest',
];
const endings = ['field', 'wave', 'point', 'gate', 'line', 'works', 'bridge', 'mark', 'path', 'light'];
const beginningsRu = [
  'Вектор',
  'Альтаир',
  'Северный',
  'Горизонт',
  'Контур',
  'Меридиан',
  'Парус',
  'Орион',
  'Кристалл',
  'Сфера',
  'Исток',
  'Рубеж',
  'Прогресс',
  'Спектр',
  'Маяк',
  'Эталон',
  'Полюс',
  'Импульс',
  'Баланс',
  'Лидер',
];

const ending: Record<Sector, readonly [string, string]> = {
  it: ['Software', 'Софт'],
  finance: ['Capital', 'Финанс'],
  retail: ['Stores', 'Маркет'],
  industry: ['Industries', 'Пром'],
  health: ['Clinics', 'Мед'],
  education: ['Academy', 'Образование'],
  services: ['Consulting', 'Консалт'],
  logistics: ['Logistics', 'Логистик'],
  construction: ['Builders', 'Строй'],
  media: ['Media', 'Медиа'],
  hospitality: ['Hotels', 'Отель'],
};

const drawSize = weighted(COMPANY_SIZES, (_, index) => [6, 14, 20, 13, 10, 18, 7, 12][index] ?? 1);
const hash = (text: string) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);

function sectorIndustries(sector: Sector): Set<number> {
  return new Set(industriesOf[sector].flatMap((name) => findIndustry(name)?.id ?? []));
}

function isWithin(industryId: number, industries: Set<number>): boolean {
  for (let id: number | null = industryId; id !== null; id = industryById(id)?.parentId ?? null) if (industries.has(id)) return true;
  return false;
}

function realEmployers(country: string, sector: Sector): Employer[] {
  const industries = sectorIndustries(sector);
  return loadCompanies()
    .filter((company) => company.country === country && company.industryId !== null && isWithin(company.industryId, industries))
    .slice(0, 600)
    .map((company, index) => ({
      name: company.name,
      nameRu: company.nameRu ?? company.name,
      id: company.id,
      // Drawn by name, so that a company has one size. The first ones are well known and large.
      size: company.size ?? (index < 25 ? '10001+' : drawSize(randomFor(hash(company.name), 0))),
      industry: industryById(company.industryId ?? 0)?.name ?? '',
    }));
}

function inventedEmployers(country: string, sector: Sector): Employer[] {
  const random = randomFor(hash(country + sector), 1);
  const [word, wordRu] = ending[sector];
  const [industry = ''] = industriesOf[sector];
  const name = (index: number): readonly [string, string] => {
    if (country !== 'RU') {
      const made = `${random.pick(beginnings)}${random.pick(endings)} ${word}`;
      return [made, made];
    }
    const core = `${beginningsRu[index % beginningsRu.length]}${random.pick(['', '', '-', ' '])}${wordRu}`;
    return [core, `${random.pick(['ООО', 'ООО', 'АО', 'ГК'])} «${core}»`];
  };
  return Array.from({ length: 36 }, (_, index) => {
    const [made, madeRu] = name(index);
    return { name: made, nameRu: madeRu, id: null, size: drawSize(random), industry: findIndustry(industry)?.name ?? industry };
  });
}

const pools = new Map<string, Draw<Employer>>();

/** Outside Russia and the US, some people work for US companies. */
export function employersOf(country: string, sector: Sector): Draw<Employer> {
  const key = `${country} ${sector}`;
  const known = pools.get(key);
  if (known) return known;
  const real = realEmployers(country, sector);
  const world = country === 'RU' || country === 'US' ? [] : realEmployers('US', sector).slice(0, 40);
  const invented = inventedEmployers(country, sector);
  const pool = zipf([...real, ...interleave(invented, world)], 6);
  pools.set(key, pool);
  return pool;
}

const interleave = <T>(left: readonly T[], right: readonly T[]): T[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat()
    .filter((item) => item !== undefined);
