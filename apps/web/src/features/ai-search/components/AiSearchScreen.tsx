import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';
import { ErrorState } from '#ui/states.tsx';
import { searchQuery, useLiveSearch, useSearchActions } from '../api/ai-search.ts';
import type { Conditions } from '../model/chips.ts';
import classes from './ai-search.module.css';
import { RequestForm } from './RequestForm.tsx';
import { Results } from './Results.tsx';

/** The way on from the person in the pane; undefined at the ends of the page. */
interface PaneSteps {
  close: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

interface AiSearchScreenProps {
  /** Search that is shown; undefined before the first one. */
  id: number | undefined;
  page: number;
  folderId: number | null;
  onSearch: (id: number) => void;
  onPage: (page: number) => void;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  hrefOf: (id: number) => string;
  onPlain: (search: { q: string; f: string }) => void;
  pane: (id: number, steps: PaneSteps) => ReactNode;
  /** Way to the other kinds of search. */
  tabs: ReactNode;
}

/** AI search (SRCH-005, AIS-001): a request in plain words above, the people found below. The address names the search. */
export function AiSearchScreen(props: AiSearchScreenProps) {
  const { t } = useTranslation('ai-search');
  const [example, setExample] = useState('');
  usePageTitle(t('title'));
  useLiveSearch(props.id);
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
        <Shown key={props.id} {...props} id={props.id} />
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

function Shown({ id, page, folderId, onSearch, onPage, openId, onOpen, hrefOf, onPlain, pane }: AiSearchScreenProps & { id: number }) {
  const { t } = useTranslation('ai-search');
  const { data, error, refetch } = useQuery(searchQuery(id, page));
  const { change } = useSearchActions(id);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList rowHeight={112} lines={4} />;
  const ids = data.profiles.map((profile) => profile.id);
  const stepTo = (step: number) => {
    const at = openId === undefined ? -1 : ids.indexOf(openId);
    const next = at < 0 ? undefined : ids[at + step];
    return next === undefined ? undefined : () => onOpen(next);
  };
  const steps = { close: () => onOpen(undefined), previous: stepTo(-1), next: stepTo(1) };
  const name = data.profiles.find((profile) => profile.id === openId)?.name ?? t('nameless');
  const changeQuery = (conditions: Conditions) => {
    onPage(1);
    change.mutate(conditions, { onError: showError });
  };
  return (
    <>
      <RequestForm shown={data} initialText="" folderId={folderId} onStarted={onSearch} onChange={changeQuery} />
      <div className={classes.found}>
        <SplitPane
          id="search"
          pane={openId === undefined ? undefined : pane(openId, steps)}
          label={t('pane', { name })}
          onClose={steps.close}
        >
          <Results search={data} page={page} onPage={onPage} openId={openId} onOpen={onOpen} hrefOf={hrefOf} onPlain={onPlain} />
        </SplitPane>
      </div>
    </>
  );
}
