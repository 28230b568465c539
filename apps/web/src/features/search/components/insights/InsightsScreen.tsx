import { Button, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { decodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import { decodeFilters } from '@headwater/domain/query/filters-address';
import { formatNumber, formatPercent } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { searchInputOf } from '../../api/find-profiles.ts';
import { insightsQuery } from '../../api/market-insights.ts';
import { FilterChips } from '../results/FilterChips.tsx';
import { AddressProblems } from '../AddressProblems.tsx';
import { SearchInputContext } from '../form/search-input-context.ts';
import { SearchForm } from '../form/SearchForm.tsx';
import classes from './insights.module.css';

interface InsightsScreenProps {
  queryString: string;
  hash: string;
  onSearch: (search: SearchAddress) => void;
  onShowPeople: (search: SearchAddress) => void;
  tabs?: ReactNode;
}

/** AIS-012, in the order shown. */
const cards = ['location', 'company', 'position', 'skill', 'seniority', 'experience'] as const;
const usualRows: Partial<Record<(typeof cards)[number], number>> = { seniority: 3, experience: 16 };

/** AIS-008. */
export function InsightsScreen({ queryString, hash, onSearch, onShowPeople, tabs }: InsightsScreenProps) {
  const { t } = useTranslation('search');
  const { search, errors } = useMemo(() => decodeSearch(queryString), [queryString]);
  const parameters = useMemo(() => new URLSearchParams(queryString), [queryString]);
  const isBroken = errors.q.length + errors.f.length > 0;
  const inForm = useMemo(() => ({ query: search.query, search: searchInputOf(search) }), [search]);
  usePageTitle(t('insightsTitle'));
  return (
    <div className={classes.screen}>
      <h1 className="hw-visually-hidden">{t('insightsTitle')}</h1>
      {tabs}
      <SearchInputContext value={inForm}>
        <SearchForm query={search.query} hash={hash} look="v2" onQuery={(query) => onSearch({ ...search, query, page: 1 })} />
      </SearchInputContext>
      {isBroken ? (
        <AddressProblems
          errors={errors}
          raw={{ q: parameters.get('q') ?? '', f: parameters.get('f') ?? '' }}
          onDrop={() => onSearch({ ...search, page: 1 })}
        />
      ) : (
        <>
          <FilterChips
            filters={search.filters}
            search={searchInputOf(search)}
            ready
            onFilters={(filters) => onSearch({ ...search, filters, page: 1 })}
          />
          <Insights search={search} onShowPeople={(filters) => onShowPeople({ ...search, filters, page: 1 })} />
        </>
      )}
    </div>
  );
}

interface InsightsProps {
  search: SearchAddress;
  onShowPeople: (filters: SearchAddress['filters']) => void;
}

function Insights({ search, onShowPeople }: InsightsProps) {
  const { t } = useTranslation(['insights', 'search']);
  const input = searchInputOf(search);
  const open = (filters: string) => {
    const read = decodeFilters(filters);
    if (read.ok) onShowPeople(read.value);
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(insightsQuery(input));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const shown = data ? formatNumber(data.total, currentLanguage()) : '';
  return (
    <div className={classes.body}>
      <div className={classes.head}>
        <p className={classes.total}>{data && <strong>{t('people', { ns: 'search', count: data.total, shown })}</strong>}</p>
        <p className={classes.text}>{t('text')}</p>
        <Button size="compact-sm" variant="default" onClick={() => onShowPeople(search.filters)}>
          {t('openSearch')}
        </Button>
      </div>
      <div className={classes.cards} data-dimmed={isPlaceholderData || undefined}>
        {cards.map((key) => (
          <Card
            key={key}
            title={t(key)}
            rows={data?.insights[key]}
            total={data?.total ?? 0}
            usual={usualRows[key] ?? 20}
            isScale={key === 'experience'}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  );
}

interface Row {
  name: string;
  count: number;
  filters: string;
}

interface CardProps {
  title: string;
  rows: readonly Row[] | undefined;
  total: number;
  isScale: boolean;
  usual: number;
  onOpen: (filters: string) => void;
}

function Card({ title, rows, total, isScale, usual, onOpen }: CardProps) {
  const { t } = useTranslation('insights');
  const language = currentLanguage();
  const shown = isScale ? rows?.toSorted((left, right) => Number.parseInt(left.name, 10) - Number.parseInt(right.name, 10)) : rows;
  const highest = Math.max(1, ...(shown?.map((row) => row.count) ?? []));
  const share = (count: number) => formatPercent(count / Math.max(1, total), language);
  return (
    <section className={classes.card} aria-label={title} data-waiting={!shown || undefined} style={{ '--rows': usual } as CSSProperties}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {!shown && <SkeletonText lines={8} />}
      {shown?.length === 0 && <p className={classes.text}>{t('none')}</p>}
      <ul className={classes.rows}>
        {shown?.map((row) => (
          <li key={row.filters}>
            <UnstyledButton className={classes.row} onClick={() => onOpen(row.filters)}>
              <span className={classes.share} style={{ transform: `scaleX(${row.count / highest})` }} aria-hidden />
              <span className={classes.name} title={row.name}>
                {row.name}
              </span>
              <span className={classes.count} data-count={row.count}>
                {formatNumber(row.count, language)} <span className={classes.percent}>{share(row.count)}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
