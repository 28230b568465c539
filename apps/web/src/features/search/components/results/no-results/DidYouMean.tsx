import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { SearchAddress } from '@headwater/domain/query/address';
import { keepsId, suggestedTerm } from '@headwater/domain/query/suggested-term';
import { applied, termsOf, type TermData } from '@headwater/domain/query/term';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { countsQuery } from '../../../api/counts.ts';
import { searchInputOf } from '../../../api/find-profiles.ts';
import { suggestionsQuery } from '../../../api/suggest-terms.ts';
import classes from './no-results.module.css';

const few = 3;
const ofEach = 2;

const isOwnText = (term: TermData) => !term.is_excluded && !term.proximity && !(keepsId(term) && term.suggestion_id !== undefined);

const withTerm = (search: SearchAddress, from: TermData, to: TermData): SearchAddress => ({
  ...search,
  query: search.query.map((entity) => (entity.type === 'APPLIED_TERM' && entity.data === from ? applied(to) : entity)),
  page: 1,
});

export function DidYouMean({ search, onSearch }: { search: SearchAddress; onSearch: (search: SearchAddress) => void }) {
  const { t } = useTranslation('alike');
  const terms = termsOf(search.query).filter(isOwnText).slice(0, few);
  const offered = useQueries({
    queries: terms.map((term) => suggestionsQuery(term.text, term.field)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, at) => {
        const term = terms[at];
        const others = data.filter(({ name, count }) => term && count !== 0 && name.toLowerCase() !== term.text.toLowerCase());
        return term ? others.slice(0, ofEach).map((one) => ({ term, meant: suggestedTerm(one, term.field) })) : [];
      }),
  });
  const ways = offered.map(({ term, meant }) => ({ label: meant.text, search: withTerm(search, term, meant) }));
  const input = searchInputOf(search);
  const { data } = useQuery(
    countsQuery(
      ways.map((way) => way.search.query),
      input,
    ),
  );
  const found = ways.map((way, at) => ({ ...way, count: data?.[at] ?? 0 })).filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  return (
    <p className={classes.meant}>
      <span>{t('nobody.didYouMean')}</span>
      {found.map(({ label, search: next, count }) => (
        <Button key={label} variant="light" size="compact-sm" data-meant={label} onClick={() => onSearch(next)}>
          {label}
          <span className={classes.count} data-count={count}>
            {formatNumber(count, currentLanguage())}
          </span>
        </Button>
      ))}
    </p>
  );
}
