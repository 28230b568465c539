import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type SearchAddress, withFilters } from '@headwater/domain/query/address';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import { chipCountsQuery, mostChips, unfilteredQuery } from '../../../api/chip-counts.ts';
import { searchInputOf } from '../../../api/find-profiles.ts';
import { DidYouMean } from './DidYouMean.tsx';
import { type Removal, removalsOf } from './removals.ts';
import classes from './no-results.module.css';

const most = 8;

interface NoResultsHelpProps {
  search: SearchAddress;
  onSearch: (search: SearchAddress) => void;
}

export function NoResultsHelp({ search, onSearch }: NoResultsHelpProps) {
  const { t } = useTranslation('alike');
  const removals = removalsOf(search).slice(0, mostChips);
  const numbers = removals.map((removal) => removal.numbers);
  const { data, error } = useQuery({ ...chipCountsQuery(searchInputOf(search), numbers), enabled: removals.length > 0 });
  const counted = removals
    .map((removal, at) => ({ ...removal, count: data?.without[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, most);
  const hasFilters = search.filters.length > 0;
  const isCounting = removals.length > 0 && !data && !error;
  const unfiltered = useQuery({ ...unfilteredQuery(searchInputOf(search)), enabled: hasFilters });
  const brings = unfiltered.data ?? 0;
  const clear = hasFilters && unfiltered.data !== 0 && (
    <Way
      label={t('nobody.clearFilters')}
      count={unfiltered.data}
      isFirst={counted.length === 0 && brings > 0}
      onClick={() => onSearch(withFilters(search, []))}
    />
  );
  const text = () => {
    if (isCounting) return t('nobody.counting');
    const [worst] = counted;
    if (worst) return t(counted.length > 1 ? 'nobody.worst' : 'nobody.only', { label: worst.label });
    if (removals.length > 1 && !error) return t(clear ? 'nobody.noneAloneFilters' : 'nobody.noneAlone');
    return t(clear ? 'nobody.textFilters' : 'nobody.text');
  };
  return (
    <EmptyState
      icon={<IconUserSearch size={24} stroke={1.5} />}
      title={t('nobody.title')}
      text={<span aria-live="polite">{text()}</span>}
      action={
        <>
          <DidYouMean search={search} onSearch={onSearch} />
          <Ways clear={clear} rows={Math.min(removals.length, most)} isCounting={isCounting}>
            {counted.map((removal, at) => (
              <Without key={removal.numbers.join()} removal={removal} isFirst={at === 0} onSearch={onSearch} />
            ))}
          </Ways>
        </>
      }
    />
  );
}

interface WaysProps {
  rows: number;
  isCounting: boolean;
  clear: ReactNode;
  children: ReactNode[];
}

function Ways({ rows, isCounting, clear, children }: WaysProps) {
  return (
    <div className={classes.ways}>
      {isCounting && Array.from({ length: rows }, (_, at) => <Skeleton key={at} height={36} radius="sm" className={classes.waiting} />)}
      {(children.length > 0 || clear) && (
        <ul className={classes.list}>
          {children}
          {clear && <li>{clear}</li>}
        </ul>
      )}
    </div>
  );
}

interface WithoutProps {
  removal: Removal & { count: number };
  isFirst: boolean;
  onSearch: (search: SearchAddress) => void;
}

function Without({ removal: { label, count, search }, isFirst, onSearch }: WithoutProps) {
  const { t } = useTranslation('alike');
  return (
    <li>
      <Way label={t('nobody.without', { label })} count={count} isFirst={isFirst} onClick={() => onSearch(search)} />
    </li>
  );
}

interface WayProps {
  label: string;
  count: number | undefined;
  isFirst: boolean;
  onClick: () => void;
}

function Way({ label, count, isFirst, onClick }: WayProps) {
  const { t } = useTranslation('alike');
  return (
    <Button
      fullWidth
      justify="space-between"
      variant={isFirst ? 'light' : 'default'}
      classNames={{ label: classes.words }}
      rightSection={
        count !== undefined && (
          <span className={classes.count}>{t('nobody.people', { count, shown: formatNumber(count, currentLanguage()) })}</span>
        )
      }
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
