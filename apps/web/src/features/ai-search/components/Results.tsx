import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { type AiSearch, perPage, useSearchActions } from '../api/ai-search.ts';
import { plainSearch } from '../model/chips.ts';
import { ResultCard } from './ResultCard.tsx';
import classes from './results.module.css';

const number = (value: number) => formatNumber(value, currentLanguage());

interface ResultsProps {
  search: AiSearch;
  page: number;
  onPage: (page: number) => void;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  hrefOf: (id: number) => string;
  /** Opens the same conditions in the full form. */
  onPlain: (search: { q: string; f: string }) => void;
}

/** State of the search, what it learnt and its people. */
export function Results({ search, page, onPage, openId, onOpen, hrefOf, onPlain }: ResultsProps) {
  const { t } = useTranslation('ai-search');
  const { judge } = useSearchActions(search.id);
  const { query } = search;
  const isOver = search.state === 'found' || search.state === 'updating_model';
  return (
    <section className={classes.results} aria-label={t('results')}>
      <div className={classes.bar}>
        <StateLine search={search} />
        {query && (
          <Button variant="subtle" size="compact-sm" onClick={() => onPlain(plainSearch(query))}>
            {t('openForm')}
          </Button>
        )}
        {isOver && search.ranked > perPage && <Pager page={page} perPage={perPage} total={search.ranked} onPage={onPage} />}
      </div>
      {isOver && search.total > 0 && <Learned search={search} />}
      <div className={classes.scroller}>
        {search.state === 'processing' && search.profiles.length === 0 && <SkeletonList rowHeight={112} lines={4} />}
        {search.state === 'failed' && <EmptyState title={t('state.failed')} text={search.error} />}
        {search.state === 'cancelled' && <EmptyState title={t('state.cancelled')} text={t('cancelledText')} />}
        {isOver && search.total === 0 && (
          <EmptyState icon={<IconUserSearch size={24} stroke={1.5} />} title={t('nobody')} text={t('nobodyText')} />
        )}
        <ul className={classes.list} data-dimmed={search.state !== 'found' || undefined}>
          {search.profiles.map((profile) => (
            <ResultCard
              key={profile.id}
              profile={profile}
              isOpen={profile.id === openId}
              href={hrefOf(profile.id)}
              onOpen={() => onOpen(profile.id)}
              onJudge={(value) => judge.mutate({ profile_id: profile.id, value }, { onError: showError })}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** AIS-003, in words; heard by screen readers. */
function StateLine({ search }: { search: AiSearch }) {
  const { t } = useTranslation('ai-search');
  const { cancel } = useSearchActions(search.id);
  const { state, total, ranked } = search;
  const words: Record<AiSearch['state'], ReactNode> = {
    processing: t('state.processing'),
    updating_model: t('state.updating_model'),
    cancelled: t('state.cancelled'),
    failed: t('state.failed'),
    found: (
      <>
        <strong>{t('state.found', { count: total, shown: number(total) })}</strong>
        {ranked < total && <span className={classes.faint}> · {t('state.ranked', { shown: number(ranked) })}</span>}
      </>
    ),
  };
  return (
    <div className={classes.state}>
      <output data-state={state}>
        {(state === 'processing' || state === 'updating_model') && <span className={classes.pulse} aria-hidden />}
        {words[state]}
      </output>
      {state === 'processing' && (
        <Button variant="default" size="compact-xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}

/** What the likes and dislikes taught, in names. */
function Learned({ search: { learned } }: { search: AiSearch }) {
  const { t } = useTranslation('ai-search');
  if (!learned) return <p className={classes.learned}>{t('teach')}</p>;
  const { likes, dislikes, prefers, avoids } = learned;
  return (
    <div className={classes.learned} data-learned>
      <span>{t('learned', { likes, dislikes })}</span>
      {prefers.length + avoids.length === 0 && <span>{t('noMarks')}</span>}
      <Marks title={t('prefers')} marks={prefers} tone="good" />
      <Marks title={t('avoids')} marks={avoids} tone="bad" />
    </div>
  );
}

interface MarksProps {
  title: string;
  marks: readonly { kind: string; name: string; weight: number }[];
  tone: 'good' | 'bad';
}

function Marks({ title, marks, tone }: MarksProps) {
  if (marks.length === 0) return null;
  return (
    <span className={classes.marks}>
      <span className={classes.marksTitle}>{title}</span>
      {marks.map((mark) => (
        <span key={`${mark.kind}${mark.name}`} className={classes.mark} data-tone={tone}>
          {mark.name}
        </span>
      ))}
    </span>
  );
}
