import type { SearchAddress } from '@headwater/domain/query/address';
import { partsOfQuery } from '@headwater/domain/query/query-parts';
import { linesOfQuery } from '@headwater/domain/query/query-lines';
import { chipNumbers } from '../../../model/chip-numbers.ts';
import { chipGroups, replaceGroup, withLine } from '../../../model/lines.ts';

export interface Removal {
  label: string;
  /** Indexes of its terms in the canonical query, as the server expects. */
  numbers: number[];
  search: SearchAddress;
}

/** Removable chips of a search, or the conditions of a query that only boolean text can represent. */
export function removalsOf(search: SearchAddress): Removal[] {
  const lines = linesOfQuery(search.query);
  if (!lines)
    return partsOfQuery(search.query).map(({ text, numbers, rest }) => ({
      label: text,
      numbers,
      search: { ...search, query: rest, page: 1 },
    }));
  const chips = chipNumbers(search.query);
  const groups = lines.flatMap((line, at) => chipGroups(line.terms).map((group) => ({ line, at, group })));
  return groups.flatMap(({ line, at, group }, index) => {
    const { main } = group;
    const numbers = chips[index]?.numbers ?? [];
    if (main.is_read_only || numbers.length === 0) return [];
    const query = withLine(lines, { line: { ...line, terms: replaceGroup(line.terms, group, []) }, at }, '');
    return [{ label: `${main.is_excluded ? '−' : ''}${main.text}`, numbers, search: { ...search, query, page: 1 } }];
  });
}
