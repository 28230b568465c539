import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { type AiSearch, searchQuery, useSearchActions } from '../api/ai-search.ts';
import type { Conditions } from '../model/chips.ts';
import classes from './ai-search.module.css';
import { RequestForm } from './RequestForm.tsx';
import { LearnedPreferences } from './LearnedPreferences.tsx';
import { NoResults } from './NoResults.tsx';
import { StateBar } from './StateBar.tsx';
import { Thumbs } from './Thumbs.tsx';

export interface ShownSearch {
  search: AiSearch;
  head: ReactNode;
  empty: ReactNode;
  thumbs: (profileId: number) => ReactNode;
  onFilters: (f: string) => void;
}

interface AiSearchScreenProps {
  id: number | undefined;
  page: number;
  folderId: number | null;
  onSearch: (id: number) => void;
  onPage: (page: number) => void;
  onPlain: (search: { q: string; f: string }) => void;
  people: (shown: ShownSearch) => ReactNode;
  tabs: ReactNode;
}

/** AI search (SRCH-005, AIS-001). The URL contains the search. */
export function AiSearchScreen(props: AiSearchScreenProps) {
  const { t } = useTranslation('ai-search');
  const [example, setExample] = useState('');
  usePageTitle(t('title'));
  return (
    <div className={classes.screen}>
      <h1 className="hw-visually-hidden">{t('title')}</h1>
      {props.tabs}
      {props.id === undefined ? (
        <>
          <RequestForm
            key={example}
            shown={undefined}
            initialText={example}
            folderId={props.folderId}
            onStarted={props.onSearch}
            onChange={() => undefined}
          />
          <Examples onTake={setExample} />
        </>
      ) : (
        <ShownResults key={props.id} {...props} id={props.id} />
      )}
    </div>
  );
}

const exampleKeys = ['first', 'second', 'third', 'fourth'] as const;

function Examples({ onTake }: { onTake: (text: string) => void }) {
  const { t } = useTranslation('ai-search');
  return (
    <div className={classes.examples}>
      <h2 className={classes.examplesTitle}>{t('examplesTitle')}</h2>
      <p className={classes.muted}>{t('examplesText')}</p>
      <ul className={classes.exampleList}>
        {exampleKeys.map((key) => (
          <li key={key}>
            <UnstyledButton className={classes.example} onClick={() => onTake(t(`examples.${key}`))}>
              {t(`examples.${key}`)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ShownResults({ id, page, folderId, onSearch, onPage, onPlain, people }: AiSearchScreenProps & { id: number }) {
  const { data, error, refetch } = useQuery(searchQuery(id, page));
  const { change, judge } = useSearchActions(id);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rowHeight={86} lines={3} />;
  const changeQuery = (conditions: Conditions) => {
    onPage(1);
    change.mutate(conditions, { onError: showError });
  };
  const { query } = data;
  const isOver = data.state === 'found' || data.state === 'updating_model';
  const head = <StateBar search={data} onPlain={onPlain} />;
  const thumbs = (profileId: number) => {
    const profile = data.profiles.find((one) => one.id === profileId);
    return (
      profile && <Thumbs profile={profile} onJudge={(value) => judge.mutate({ profile_id: profileId, value }, { onError: showError })} />
    );
  };
  return (
    <>
      <RequestForm shown={data} initialText="" folderId={folderId} onStarted={onSearch} onChange={changeQuery} />
      {isOver && data.total > 0 && <LearnedPreferences search={data} />}
      {query && (isOver || data.profiles.length > 0) ? (
        people({
          search: data,
          head,
          empty: <NoResults conditions={query} folderId={folderId} onChange={changeQuery} />,
          thumbs,
          onFilters: (f) => changeQuery({ ...query, f }),
        })
      ) : (
        <PendingSearch search={data} head={head} />
      )}
    </>
  );
}

function PendingSearch({ search, head }: { search: AiSearch; head: ReactNode }) {
  const { t } = useTranslation('ai-search');
  return (
    <section className={classes.found} aria-label={t('results')}>
      <div className={classes.waiting}>{head}</div>
      {search.state === 'processing' && <SkeletonList rowHeight={86} lines={3} />}
      {search.state === 'failed' && <EmptyState title={t('state.failed')} text={search.error} />}
      {search.state === 'cancelled' && <EmptyState title={t('state.cancelled')} text={t('cancelledText')} />}
    </section>
  );
}
