import { Button, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDatabaseOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { QueryField } from '@headwater/domain/query/fields';
import { suggestedTerm } from '@headwater/domain/query/suggested-term';
import { applied, type QueryEntity } from '@headwater/domain/query/term';
import { isStarting } from '#lib/api-error.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { facetQuery, type FacetValue } from '../api/count-facets.ts';
import { countsQuery } from '../api/counts.ts';
import type { SearchScreenProps } from '../model/screen-props.ts';
import { FacetFailed } from '../components/facets/FacetFailed.tsx';
import { SearchStarting } from '../components/SearchStarting.tsx';
import classes from '../components/screen.module.css';

const Recommended = lazyPart(() => import('../alike/Recommended.tsx'), 'Recommended', ['alike']);

interface ExampleSearchesProps {
  onQuery: (query: QueryEntity[]) => void;
  onEveryone: () => void;
  HomeParts: SearchScreenProps['HomeParts'];
}

const everybody = { q: '', f: '', folderId: null };
const few = 8;
const rows = [0, 1, 2, 3, 4, 5, 6, 7];

const examples = [
  { key: 'skills', facet: 'mainSkillHigh', field: 'skill' },
  { key: 'titles', facet: 'specialization', field: 'position' },
  { key: 'places', facet: 'location', field: 'location' },
] as const;

export function ExampleSearches({ onQuery, onEveryone, HomeParts }: ExampleSearchesProps) {
  const { t } = useTranslation('examples');
  const { data, error, refetch, failureReason } = useQuery(facetQuery('mainSkillHigh', everybody));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data && isStarting(failureReason)) return <SearchStarting reason={failureReason} />;
  if (data?.total === 0) {
    const actions = (
      <div className={classes.firstActions}>
        <Button component={Link} to="/profiles/import">
          {t('import')}
        </Button>
        <Button component={Link} to="/profiles/create" variant="default">
          {t('create')}
        </Button>
      </div>
    );
    const icon = <IconDatabaseOff size={24} stroke={1.5} />;
    return (
      <div className={classes.first}>
        <EmptyState icon={icon} title={t('emptyBase')} text={t('emptyBaseText')} action={actions} />
        {HomeParts && (
          <Suspense fallback={null}>
            <HomeParts hasPeople={false} />
          </Suspense>
        )}
      </div>
    );
  }
  return (
    <div className={classes.first}>
      <h2 className={classes.firstTitle}>{t('title')}</h2>
      <p className={classes.firstText}>{t('text')}</p>
      <div className={classes.groups}>
        {examples.map(({ key, facet, field }) => (
          <section key={key} className={classes.group} aria-label={t(`${key}`)}>
            <h3 className={classes.groupTitle}>{t(`${key}`)}</h3>
            <Examples facet={facet} field={field} none={t(`none.${key}`)} onQuery={onQuery} />
          </section>
        ))}
      </div>
      <Button variant="default" onClick={onEveryone}>
        {t('everyone')}
        {data && <span className={classes.exampleCount}>{formatNumber(data.total, currentLanguage())}</span>}
      </Button>
      {data && (
        <Suspense fallback={null}>
          {HomeParts && <HomeParts hasPeople />}
          <Recommended />
        </Suspense>
      )}
    </div>
  );
}

interface ExamplesProps {
  none: string;
  facet: (typeof examples)[number]['facet'];
  field: QueryField;
  onQuery: (query: QueryEntity[]) => void;
}

/** Regions between a country and its cities repeat the same people. */
const isRegion = (value: FacetValue) => /^[A-Z]{2}\./.test(value.id);

function Examples({ none, facet, field, onQuery }: ExamplesProps) {
  const known = useQuery(facetQuery(facet, everybody));
  const { data } = known;
  const values = (data?.answer.values ?? []).filter((value) => !isRegion(value) && (value.count ?? 0) > 0).slice(0, few);
  const queries = values.map((value) => [applied(suggestedTerm(value, field))]);
  const counted = useQuery(countsQuery(queries, everybody));
  const found = values
    .map((value, at) => ({ name: value.name, query: queries[at] ?? [], count: counted.data?.[at] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  const failed = [known, counted].find(({ error }) => error);
  if (failed) return <FacetFailed onRetry={() => void failed.refetch()} />;
  if (data && values.length === 0) return <p className={classes.noExamples}>{none}</p>;
  return (
    <ul className={classes.examples}>
      {counted.data
        ? found.map(({ name, query, count }) => (
            <li key={name}>
              <UnstyledButton className={classes.example} onClick={() => onQuery(query)}>
                <span className={classes.exampleName}>{name}</span>
                <span className={classes.exampleCount} data-count={count}>
                  {formatNumber(count, currentLanguage())}
                </span>
              </UnstyledButton>
            </li>
          ))
        : rows.map((row) => (
            <li key={row} className={classes.exampleGhost} aria-hidden>
              <span style={{ width: `${40 + ((row * 23) % 40)}%` }} />
            </li>
          ))}
    </ul>
  );
}
