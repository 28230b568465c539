import { Button } from '@mantine/core';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import type { Facet } from '@headwater/domain/query/facets';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import classes from './results.module.css';

interface SearchFailedProps {
  error: unknown;
  search: SearchAddress;
  onSearch: (search: SearchAddress) => void;
  onRetry: () => void;
}

/** RSLT-020 to RSLT-022: filters that are not allowed for the place of the search. */
const forbidden: Readonly<Record<string, Facet>> = { 102: 'age', 103: 'gender', 104: 'diversity' };

export function SearchFailed({ error, search, onSearch, onRetry }: SearchFailedProps) {
  const { t } = useTranslation('search');
  const facet = error instanceof ApiError ? forbidden[String(error.code)] : undefined;
  return (
    <>
      <ErrorState error={error} {...(facet ? {} : { onRetry })} />
      {facet && (
        <div className={classes.way}>
          <Button
            variant="default"
            onClick={() =>
              onSearch(
                withFilters(
                  search,
                  search.filters.filter((filter) => filter.facet !== facet),
                ),
              )
            }
          >
            {t('filters.clearFacet', { facet: t(`facets.${facet}`) })}
          </Button>
        </div>
      )}
    </>
  );
}
