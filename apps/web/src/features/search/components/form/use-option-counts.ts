import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Suggestion } from '@headwater/contract/search';
import type { QueryLine } from '@headwater/domain/query/query-lines';
import { excludedWords } from '@headwater/domain/query/signs';
import type { QueryEntity, TermData } from '@headwater/domain/query/term';
import { countsQuery } from '../../api/counts.ts';
import { addTerms } from '../../model/commit.ts';
import { SearchInputContext } from './search-input-context.ts';
import { chosenTerm } from './use-chip-editor.ts';

interface OptionCounts {
  options: readonly Suggestion[];
  line: QueryLine;
  text: string;
  queryOf: (line: QueryLine) => QueryEntity[];
}

const nothing = { q: '', f: '', folderId: null };

/**
 * Terms of a line of alternatives are left out, so that each option shows its own people, as facets
 * do. Required and excluded terms narrow the search and show what is left.
 */
function termsWith(line: QueryLine, added: TermData): TermData[] {
  const narrows = line.excluded || added.is_excluded === true || line.field === 'skillAll' || line.field === 'preferableSkill';
  return addTerms(narrows ? line.terms : line.terms.filter((term) => term.is_excluded === true), [added]);
}

/** An empty form uses the counts of the suggestions; otherwise the server counts the searches. */
export function useOptionCounts({ options, line, text, queryOf }: OptionCounts): (number | undefined)[] {
  const context = use(SearchInputContext);
  const searchInput = context?.search ?? nothing;
  const isAlone =
    (context?.query.length ?? 0) === 0 && searchInput.f === '' && searchInput.folderId === null && excludedWords(text) === undefined;
  const queries = options.map((option) => queryOf({ ...line, terms: termsWith(line, chosenTerm(option, line.field, text)) }));
  const counted = countsQuery(queries, searchInput);
  const { data } = useQuery({ ...counted, enabled: !isAlone && queries.length > 0 });
  return options.map(({ count }, at) => (isAlone ? count : data?.[at]) ?? undefined);
}
