import { normalizeName } from '../src/normalize-name.ts';
import { COMPANY_SIZES, type CompanySize } from '../src/companies.ts';
import { withoutShareClass } from '../src/share-class.ts';
import type { IndustryIds } from './organisations.ts';
import { writeTable } from './pack.ts';
import { curatedFields, curatedList, listOf, readCurated, readSource, type SourceRow } from './source.ts';
import { assertDistinctIds, stableId } from './stableId.ts';

interface CompanyDraft {
  name: string;
  nameRu: string;
  aliases: string[];
  /** Names in the source lists. Ids derived from them also mean this company. */
  listed: string[];
  industryId: number | null;
  size: CompanySize | '';
  country: string;
  city: string;
  website: string;
  order: number;
}

const LEGAL_FORM =
  /[,.]?\s+(inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|n\.?v|s\.?a|ag|se|lp|l\.p|holdings?|group)\.?$/i;
const US_STATES =
  /(?:^|, )(Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|New York City, New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Washington, D\.C\.|D\.C\.|West Virginia|Wisconsin|Wyoming)$/;
const YC_INACTIVE = 'Inactive';

/** Upper end of a range, or the only number. */
function headcount(text: string): number | undefined {
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\S+/g, ' ')
    .replaceAll(/(\d),(\d{3})/g, '$1$2');
  const withoutDates = plain.replaceAll(/\([^)]*\d{4}[^)]*\)/g, ' ').replaceAll(/(as of|since|in)\s+\w*\.?\s*\d{1,2}?\/?\d{4}/gi, ' ');
  const numbers = [...withoutDates.matchAll(/(\d+(?:\.\d+)?)\s*(k\b)?/gi)].map(
    (match) => Number(match[1]) * (match[2] === undefined ? 1 : 1000),
  );
  const people = numbers.filter((count) => count >= 1 && !(count >= 1990 && count <= 2030));
  if (people.length === 0) return undefined;
  const range = /\d\s*(?:-|–|to)\s*\d/.test(withoutDates);
  return range && people.length >= 2 ? people[1] : people[0];
}

/** "100+" is the range that starts there. */
export function sizeBand(text: string): CompanySize | '' {
  const count = headcount(text);
  if (count === undefined) return '';
  const bounds = [10, 50, 200, 500, 1000, 5000, 10_000];
  const atLeast = /\d\s*\+|over|more than/i.test(text) ? count + 1 : count;
  const band = bounds.findIndex((bound) => atLeast <= bound);
  return COMPANY_SIZES[band === -1 ? COMPANY_SIZES.length - 1 : band] ?? '';
}

function shortNames(name: string): string[] {
  const names: string[] = [];
  let rest = name;
  for (let cut = rest.replace(LEGAL_FORM, ''); cut !== rest && cut.length >= 3; cut = rest.replace(LEGAL_FORM, '')) {
    rest = cut.replace(/\s*(&|and)$/, '');
    names.push(rest);
  }
  return names;
}

function displayName(name: string): string {
  return name
    .replace(/\s*[-–]?\s*(Class [A-Z] )?(Common Stock|Ordinary Shares?|American Depositary Shares?).*$/i, '')
    .replace(/\s*\(The\)$/, '')
    .trim();
}

function industryOf(row: SourceRow, mapping: Map<string, string>, industries: IndustryIds): number | null {
  const names = [...listOf(row['sub_industries']).toReversed(), row['industry'] ?? ''];
  const ours = names.map((name) => mapping.get(name)).find((name) => name !== undefined);
  return ours === undefined ? null : (industries.get(ours) ?? null);
}

function countryOf(row: SourceRow, countries: Map<string, string>): string {
  // Georgia is more often the state, so region and states take precedence over the country.
  const places = [...listOf(row['regions']), ...(US_STATES.test(row['locations'] ?? '') ? ['USA'] : []), ...listOf(row['locations'])];
  for (const place of places) {
    const code = countries.get(normalizeName(place.split(',').at(-1) ?? ''));
    if (code !== undefined) return code;
  }
  return '';
}

const ORDER: Record<string, number> = { sp500: 1, remote: 2, yc: 3, nasdaq: 4 };

function draftOf(
  row: SourceRow,
  lookups: { mapping: Map<string, string>; industries: IndustryIds; countries: Map<string, string> },
): CompanyDraft {
  const source = (row['id'] ?? '').split(':')[0] ?? '';
  const listed = displayName(row['name'] ?? '');
  const name = withoutShareClass(listed);
  const location = row['locations'] ?? '';
  const tickers =
    source === 'sp500' || source === 'nasdaq' ? listOf(row['aliases']).filter((alias) => alias.length >= 3) : listOf(row['aliases']);
  return {
    name,
    nameRu: '',
    aliases: [...shortNames(name), ...tickers],
    listed: [name, listed],
    industryId: industryOf(row, lookups.mapping, lookups.industries),
    size: source === 'remote' ? sizeBand(row['size'] ?? '') : '',
    country: countryOf(row, lookups.countries),
    city: source === 'sp500' ? (location.split(',')[0] ?? '') : '',
    website: row['website'] ?? '',
    order: ORDER[source] ?? 9,
  };
}

function curatedCompanies(industries: IndustryIds): CompanyDraft[] {
  return readCurated('companies_ru.txt').map((line) => {
    const [nameRu = '', name = '', aliases, industry = '', size = '', city = '', website = ''] = curatedFields(line);
    const industryId = industries.get(industry);
    if (industryId === undefined) throw new Error(`companies_ru.txt: no industry ${industry}`);
    return {
      name,
      nameRu: nameRu === name ? '' : nameRu,
      aliases: curatedList(aliases),
      listed: [name],
      industryId,
      size: size as CompanySize,
      country: city === '' ? '' : 'RU',
      city,
      website: `https://${website}`,
      order: 0,
    };
  });
}

function worldCompanies(industries: IndustryIds): CompanyDraft[] {
  return readCurated('companies_world.txt').map((line) => {
    const [name = '', nameRu = '', aliases, industry = '', size = '', city = '', website = '', country = ''] = curatedFields(line);
    const industryId = industries.get(industry);
    if (industryId === undefined) throw new Error(`companies_world.txt: no industry ${industry}`);
    return {
      name,
      nameRu,
      aliases: curatedList(aliases),
      listed: [name],
      industryId,
      size: size as CompanySize,
      country,
      city,
      website: `https://${website}`,
      order: 0,
    };
  });
}

/** The better known source gives the name of a company; others fill gaps. */
function mergeCompanies(drafts: readonly CompanyDraft[]): CompanyDraft[] {
  const byName = new Map<string, CompanyDraft>();
  for (const draft of drafts.toSorted((a, b) => a.order - b.order)) {
    const key = normalizeName(shortNames(draft.name).at(-1) ?? draft.name);
    const held = byName.get(key);
    if (held === undefined) {
      byName.set(key, draft);
      continue;
    }
    held.aliases.push(draft.name, ...draft.aliases);
    held.listed.push(...draft.listed);
    held.industryId ??= draft.industryId;
    held.size ||= draft.size;
    held.country ||= draft.country;
    held.website ||= draft.website;
  }
  return [...byName.values()];
}

/** Removes aliases that two companies share or that are another company's name. */
function settleCompanyAliases(companies: readonly CompanyDraft[]): void {
  const owners = new Map<string, CompanyDraft>();
  for (const company of companies)
    for (const name of [company.name, company.nameRu]) if (name !== '') owners.set(normalizeName(name), company);
  for (const company of companies) {
    const seen = new Set<string>();
    company.aliases = company.aliases.filter((alias) => {
      const key = normalizeName(alias);
      if (key.length < 2 || seen.has(key) || owners.has(key)) return false;
      seen.add(key);
      owners.set(key, company);
      return true;
    });
  }
}

const keyOf = (name: string) => `company:${normalizeName(name)}`;

/** Ids of merged rows that stored profiles and searches may contain. */
function formerIdsOf(companies: readonly CompanyDraft[]): number[][] {
  const taken = new Set(companies.map(({ name }) => stableId(keyOf(name))));
  return companies.map(({ listed }) => {
    const ids = [...new Set(listed.map((name) => stableId(keyOf(name))))].filter((id) => !taken.has(id));
    for (const id of ids) taken.add(id);
    return ids;
  });
}

export function buildCompanies(folder: string, industries: IndustryIds): void {
  const mapping = new Map(readCurated('company_industries.txt').map((line) => line.split(' = ') as [string, string]));
  for (const [from, to] of mapping)
    if (!industries.has(to)) throw new Error(`company_industries.txt: ${from} maps to ${to}, which is no industry`);
  const countries = new Map(
    readSource(folder, 'countries/countries.tsv').map((row) => [normalizeName(row['name'] ?? ''), row['code'] ?? '']),
  );
  for (const name of ['United States of America', 'USA', 'US']) countries.set(normalizeName(name), 'US');
  const rows = readSource(folder, 'companies/companies.tsv').filter((row) => row['status'] !== YC_INACTIVE);
  const drafts = rows
    .map((row) => draftOf(row, { mapping, industries, countries }))
    .filter((draft) => normalizeName(draft.name).length >= 2);
  const companies = mergeCompanies([...curatedCompanies(industries), ...worldCompanies(industries), ...drafts]);
  settleCompanyAliases(companies);
  const keys = companies.map(({ name }) => keyOf(name));
  assertDistinctIds(keys);
  const formerIds = formerIdsOf(companies);
  writeTable(
    'companies',
    ['id', 'name', 'name_ru', 'aliases', 'industry_id', 'size', 'country', 'city', 'website', 'former_ids'],
    companies.map((c, position) => [
      stableId(keys[position] ?? ''),
      c.name,
      c.nameRu,
      c.aliases,
      c.industryId,
      c.size,
      c.country,
      c.city,
      c.website,
      formerIds[position] ?? [],
    ]),
  );
}
