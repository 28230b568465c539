import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import { EmptyState } from '#ui/states.tsx';

interface NobodyProps {
  search: SearchAddress;
  total: number;
  onSearch: (search: SearchAddress) => void;
}

/** Nobody was found, or the page lies behind the last one. */
export function Nobody({ search, total, onSearch }: NobodyProps) {
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
  const clear =
    search.filters.length > 0 ? (
      <Button variant="default" onClick={() => onSearch(withFilters(search, []))}>
        {t('empty.filters')}
      </Button>
    ) : undefined;
  return <EmptyState icon={icon} title={t('empty.title')} text={t('empty.text')} action={clear} />;
}
