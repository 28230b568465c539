import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { Suspense } from 'react';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState } from '#ui/states.tsx';

const NoResultsHelp = lazyPart(() => import('./no-results/NoResultsHelp.tsx'), 'NoResultsHelp', ['alike']);

interface NoResultsProps {
  search: SearchAddress;
  total: number;
  /** All people come from the search itself, so that counts per chip apply. */
  isCountable: boolean;
  onSearch: (search: SearchAddress) => void;
}

export function NoResults({ search, total, isCountable, onSearch }: NoResultsProps) {
  const { t } = useTranslation('search');
  const icon = <IconUserSearch size={24} stroke={1.5} />;
  if (total > 0) {
    return (
      <EmptyState
        icon={icon}
        title={t('empty.pageTitle')}
        text={t('empty.pageText', { page: search.page })}
        action={
          <Button variant="default" onClick={() => onSearch({ ...search, page: 1 })}>
            {t('empty.firstPage')}
          </Button>
        }
      />
    );
  }
  if (isCountable) {
    return (
      <Suspense fallback={null}>
        <NoResultsHelp search={search} onSearch={onSearch} />
      </Suspense>
    );
  }
  const clear =
    search.filters.length > 0 ? (
      <Button variant="default" onClick={() => onSearch(withFilters(search, []))}>
        {t('empty.filters')}
      </Button>
    ) : undefined;
  return <EmptyState icon={icon} title={t('empty.title')} text={t('empty.text')} action={clear} />;
}
