import { indexNames, findNamed } from './name-lookup.ts';
import { once } from './once.ts';
import { withoutShareClass } from './share-class.ts';
import { readTable } from './table.ts';

export const COMPANY_SIZES = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'] as const;
export type CompanySize = (typeof COMPANY_SIZES)[number];

export interface Company {
  /** Computed from the name, so it is stable. */
  id: number;
  name: string;
  nameRu: string | null;
  aliases: string[];
  industryId: number | null;
  size: CompanySize | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  city: string | null;
  website: string | null;
  /** Ids of merged rows, which stored data may contain. */
  formerIds: number[];
}

/** Best known first. */
export const loadCompanies: () => Company[] = once(() =>
  readTable('companies', (row) => ({
    id: row.number('id'),
    name: row.text('name'),
    nameRu: row.optional('name_ru'),
    aliases: row.list('aliases'),
    industryId: row.optionalNumber('industry_id'),
    size: row.optional('size') as CompanySize | null,
    country: row.optional('country'),
    city: row.optional('city'),
    website: row.optional('website'),
    formerIds: row.list('former_ids').map(Number),
  })),
);

const byId = once(() => {
  const companies = new Map(loadCompanies().map((company) => [company.id, company]));
  for (const company of loadCompanies()) for (const id of company.formerIds) companies.set(id, company);
  return companies;
});
const byName = once(() => indexNames(loadCompanies()));

/** Accepts former ids. */
export function companyById(id: number): Company | undefined {
  return byId().get(id);
}

/** Ignores a share class in the text. */
export function findCompany(text: string): Company | undefined {
  return findNamed(byName(), text) ?? findNamed(byName(), withoutShareClass(text));
}
