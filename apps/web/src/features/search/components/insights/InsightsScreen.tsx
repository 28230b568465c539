import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeSearch, type SearchAddress } from '@headwater/domain/query/address';
import type { Facet } from '@headwater/domain/query/facets';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { ErrorState } from '#ui/states.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { facetQuery } from '../../api/count-facets.ts';
import { type Asked, askedOf } from '../../api/find-profiles.ts';
import { AddressProblems } from '../AddressProblems.tsx';
import { SearchForm } from '../form/SearchForm.tsx';
import classes from './insights.module.css';

interface InsightsScreenProps {
  queryString: string;
  hash: string;
  onSearch: (search: SearchAddress) => void;
  onShowPeople: (search: SearchAddress) => void;
}

/** AIS-012: what is counted over the found people, and the facet that counts it. */
const cards = [
  { key: 'location', facet: 'location' },
  { key: 'company', facet: 'lastCompany' },
  { key: 'position', facet: 'specialization' },
  { key: 'skill', facet: 'mainSkillHigh' },
  { key: 'seniority', facet: 'seniorityLevel' },
  { key: 'experience', facet: 'experience' },
] as const;

const few = 20;

/** Where the people of a search are, where they work and what they can do (AIS-008). */
export function InsightsScreen({ queryString, hash, onSearch, onShowPeople }: InsightsScreenProps) {
  const { t } = useTranslation('search');
  const { search, errors } = useMemo(() => decodeSearch(queryString), [queryString]);
  const parameters = useMemo(() => new URLSearchParams(queryString), [queryString]);
  const isBroken = errors.q.length + errors.f.length > 0;
  usePageTitle(t('insightsTitle'));
  return (
    <div className={classes.screen}>
      <h1 className="hw-visually-hidden">{t('insightsTitle')}</h1>
      <SearchForm query={search.query} hash={hash} look="v2" onQuery={(query) => onSearch({ ...search, query, page: 1 })} />
      {isBroken ? (
        <AddressProblems
          errors={errors}
          raw={{ q: parameters.get('q') ?? '', f: parameters.get('f') ?? '' }}
          onDrop={() => onSearch({ ...search, page: 1 })}
        />
      ) : (
        <Insights asked={askedOf(search)} onShowPeople={() => onShowPeople({ ...search, page: 1 })} />
      )}
    </div>
  );
}

function Insights({ asked, onShowPeople }: { asked: Asked; onShowPeople: () => void }) {
  const { t } = useTranslation('search');
  const { data, error, refetch } = useQuery(facetQuery('location', asked));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const shown = data ? formatNumber(data.total, currentLanguage()) : '';
  return (
    <div className={classes.body}>
      <div className={classes.head}>
        <p className={classes.total}>{data && <strong>{t('people', { count: data.total, shown })}</strong>}</p>
        <p className={classes.text}>{t('insights.text')}</p>
        <Button size="compact-sm" variant="default" onClick={onShowPeople}>
          {t('insights.openSearch')}
        </Button>
      </div>
      <div className={classes.cards}>
        {cards.map(({ key, facet }) => (
          <Card key={key} title={t(`insights.${key}`)} facet={facet} asked={asked} />
        ))}
      </div>
    </div>
  );
}

interface Row {
  name: string;
  count: number;
}

function Card({ title, facet, asked }: { title: string; facet: Facet; asked: Asked }) {
  const { t } = useTranslation('search');
  const { data, isPlaceholderData } = useQuery(facetQuery(facet, asked));
  const rows: Row[] | undefined = data?.answer.histogram
    ? yearRows(data.answer.histogram)
    : data?.answer.values.filter((value) => !/^[A-Z]{2}\./.test(value.id)).map(({ name, count }) => ({ name, count: count ?? 0 }));
  const filled = rows?.filter((row) => row.count > 0).slice(0, few);
  const highest = Math.max(1, ...(filled?.map((row) => row.count) ?? []));
  return (
    <section className={classes.card} aria-label={title} data-dimmed={isPlaceholderData || undefined}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {!filled && <SkeletonText lines={8} />}
      {filled?.length === 0 && <p className={classes.text}>{t('insights.none')}</p>}
      <ul className={classes.rows}>
        {filled?.map((row) => (
          <li key={row.name} className={classes.row}>
            <span className={classes.share} style={{ transform: `scaleX(${row.count / highest})` }} aria-hidden />
            <span className={classes.name}>{row.name}</span>
            <span className={classes.count}>{formatNumber(row.count, currentLanguage())}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Years of experience as rows: '0–1', '1–2' … '15+'. */
const yearRows = ({ edges, counts, above }: { edges: number[]; counts: number[]; above: number }): Row[] => [
  ...counts.map((count, index) => ({ name: `${edges[index] ?? 0}–${edges[index + 1] ?? 0}`, count })),
  { name: `${edges.at(-1) ?? 0}+`, count: above },
];
