import type { StatisticsFilter } from '@headwater/contract/statistics';
import type { StatisticsView } from '@headwater/contract/statistics-views';

/** Parameters of an address are texts. */
export const queryOf = (query: Readonly<Record<string, unknown>>): StatisticsView['query'] =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
    ),
  );

const ids = (text: string | undefined) => text?.split(',').filter(Boolean).map(Number);

/** Filters of a saved view, without its period. */
export const filterOf = ({ scope, zone, users, folders, templates }: StatisticsView['query']): StatisticsFilter => ({
  scope: scope === 'own' || scope === 'company' ? scope : undefined,
  zone,
  users: ids(users),
  folders: ids(folders),
  templates: ids(templates),
});
