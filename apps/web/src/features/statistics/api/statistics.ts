import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableType } from '@headwater/contract/export-file';
import type { Breakdown } from '@headwater/domain/statistics/breakdowns';
import type { MetricId } from '@headwater/domain/statistics/metrics';
import { orpc, request } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import type { Filter, View } from '../model/asked.ts';
import type { SectionPlace } from '../model/place.ts';

export const settingsQuery = ({ company: id, section, scope }: SectionPlace) =>
  orpc.statistics.settings.queryOptions({ input: { id, section, scope }, retry: false });

export const filtersQuery = ({ company: id, section }: SectionPlace) =>
  orpc.statistics.filters.queryOptions({ input: { id, section }, retry: false });

export const sectionQuery = ({ company: id, section: name }: SectionPlace, view: View) =>
  queryOptions({
    ...orpc.statistics.section.queryOptions({ input: { id, name, ...view }, retry: false }),
    placeholderData: keepPreviousData,
  });

export interface BreakdownOf {
  breakdown: Breakdown;
  from_status: number | undefined;
  to_status: number | undefined;
}

export const breakdownQuery = ({ company: id, section }: SectionPlace, filter: Filter, of: BreakdownOf) =>
  queryOptions({
    ...orpc.statistics.breakdown.queryOptions({ input: { id, section, ...filter, ...of }, retry: false }),
    placeholderData: keepPreviousData,
  });

/** Selects the rows behind a number; without members: all rows of the page. */
export interface Cell {
  user?: number;
  folder?: number;
  template?: number;
  without?: 'user' | 'folder' | 'template';
  breakdown?: Breakdown;
  key?: string;
}

export const listPerPage = 20;

export interface ListOf {
  filter: Filter;
  metric: MetricId;
  cell: Cell;
  page: number;
}

export const listQuery = ({ company: id, section }: SectionPlace, { filter, metric, cell, page }: ListOf) =>
  queryOptions({
    ...orpc.statistics.list.queryOptions({ input: { id, section, metric, ...filter, ...cell, page, per_page: listPerPage } }),
    placeholderData: keepPreviousData,
  });

/** The table of the page, or the chosen breakdown. */
export async function exportTable({ company, section }: SectionPlace, view: View & Partial<BreakdownOf>, type: TableType): Promise<void> {
  const chosen = Object.entries({ ...view, section, type }).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : value;
    return text === undefined || text === '' ? [] : [[name, String(text)]];
  });
  const query = new URLSearchParams(chosen).toString();
  await saveFile(await request(`/api/internal/companies/${company}/statistics/export/?${query}`), `statistics.${type}`);
}
