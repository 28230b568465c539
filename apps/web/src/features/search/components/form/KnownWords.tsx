import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { QueryField } from '@headwater/domain/query/fields';
import { suggestedTerm } from '@headwater/domain/query/suggested-term';
import { applied, type QueryEntity, type TermData } from '@headwater/domain/query/term';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { suggestionsQuery } from '../../api/suggest-terms.ts';
import classes from './chip.module.css';

const fields = ['location', 'companySearch', 'position', 'skill', 'educationSearch'] as const satisfies readonly QueryField[];
const mostTerms = 8;
const mostOffers = 6;

const isFree = (term: TermData) => term.field === 'text' && !term.proximity && term.whithSynonym !== false;

interface KnownWordsProps {
  query: readonly QueryEntity[];
  onQuery: (query: QueryEntity[]) => void;
}

/** Offers free words that are the name of a place, a company and so on as a condition of that field. */
export function KnownWords({ query, onQuery }: KnownWordsProps) {
  const { t } = useTranslation('search');
  const terms = query
    .flatMap((entity, at) => (entity.type === 'APPLIED_TERM' && isFree(entity.data) ? [{ at, text: entity.data.text }] : []))
    .slice(0, mostTerms);
  const asked = terms.flatMap((term) => fields.map((field) => ({ ...term, field })));
  const offers = useQueries({
    queries: asked.map(({ text, field }) => suggestionsQuery(text, field)),
    combine: (answers) =>
      answers.flatMap(({ data, isPlaceholderData }, number) => {
        const offered = asked[number];
        const exact = isPlaceholderData ? undefined : data?.find((one) => one.is_exact && (one.count ?? 0) > 0);
        return offered && exact ? [{ ...offered, exact }] : [];
      }),
  }).slice(0, mostOffers);
  if (offers.length === 0) return null;
  const readAs = (place: number, to: TermData) =>
    query.map((entity, at) =>
      at === place && entity.type === 'APPLIED_TERM' ? applied({ ...to, is_excluded: entity.data.is_excluded }) : entity,
    );
  return (
    <ul className={classes.known} aria-label={t('readAs.label')}>
      {offers.map(({ at, text, field, exact }) => (
        <li key={`${field} ${at}`}>
          <Button variant="default" size="compact-xs" data-read-as={field} onClick={() => onQuery(readAs(at, suggestedTerm(exact, field)))}>
            {t(`readAs.${field}`, { text })}
            <span className={classes.people}>{formatNumber(exact.count ?? 0, currentLanguage())}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
