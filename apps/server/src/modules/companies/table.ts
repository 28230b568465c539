import type { ListedCompany } from '@headwater/contract/companies';
import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import type { Column } from '#platform/export/columns.ts';
import en from './texts/table/en.json' with { type: 'json' };
import ru from './texts/table/ru.json' with { type: 'json' };

export const companyText = readTexts({ en, ru });

type Key = keyof (typeof en)['column'];

const titleOf = (key: Key) => ({ key, title: (language: Language) => companyText(`column.${key}`, language) });
const integer = (key: Key, value: (company: ListedCompany) => number | null): Column<ListedCompany> => ({
  ...titleOf(key),
  format: 'integer',
  value,
});
const text = (key: Key, value: (company: ListedCompany) => string): Column<ListedCompany> => ({ ...titleOf(key), format: 'text', value });
const moment = (key: Key, value: (company: ListedCompany) => string | null): Column<ListedCompany> => ({
  ...titleOf(key),
  format: 'date-time',
  value: (company) => {
    const at = value(company);
    return at === null ? null : new Date(at);
  },
});

export const companyColumns = (language: Language): readonly Column<ListedCompany>[] => [
  integer('id', ({ company_id: id }) => id),
  text('name', ({ company_name: name }) => name),
  text('access', ({ access_type: access }) => companyText(`access.${access}`, language)),
  text('license', ({ license }) => companyText(`license.${license}`, language)),
  moment('paid_till', ({ paid_till: at }) => at),
  text('manager', ({ account_manager: manager }) => manager?.name ?? ''),
  integer('employees', ({ employees }) => employees),
  integer('search_seats', ({ search_seats: seats }) => seats),
  integer('max_search_seats', ({ max_workers_with_search: most }) => most),
  integer('credits', ({ credits }) => credits),
  moment('last_active', ({ last_active_at: at }) => at),
  moment('created', ({ created_at: at }) => at),
];

const batch = 500;

export async function* readCompanies(
  read: (page: { limit: number; offset: number }) => Promise<ListedCompany[]>,
): AsyncGenerator<ListedCompany[]> {
  let offset = 0;
  let rows: ListedCompany[];
  do {
    rows = await read({ limit: batch, offset });
    yield rows;
    offset += batch;
  } while (rows.length === batch);
}
