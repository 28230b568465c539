import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { StatusBadge } from '@headwater/contract/statuses';
import type { VacancyView } from '@headwater/contract/vacancies';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonList } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { candidatesQuery, cardsPerColumn, useChangeStatus } from '../../api/candidates.ts';
import { useDropColumn } from './board-drag.ts';
import { BoardCard } from './BoardCard.tsx';
import classes from './CandidateBoard.module.css';
import type { CandidateListProps } from './CandidateTable.tsx';
import { givenStatuses } from './mass-actions.tsx';
import type { VacancyAddress } from './vacancy-address.ts';
import { NoCandidates } from './NoCandidates.tsx';

type Status = VacancyView['statuses'][number];

interface ColumnProps extends CandidateListProps {
  status: Status;
  takesFocus: (candidateId: number) => boolean;
  onStatus: ((candidate: CandidateView, status: StatusBadge) => void) | undefined;
}

const filterOf = (status: Status, { query, messages }: VacancyAddress) => ({
  statusIds: [status.id],
  query,
  messaging: messages,
  page: 1,
  perPage: cardsPerColumn,
});

function Column({ status, takesFocus, onStatus, vacancy, shown, onChange, selection, rowAction }: ColumnProps) {
  const { t } = useTranslation('vacancies');
  const column = useRef<HTMLElement>(null);
  const query = useQuery({ ...candidatesQuery(vacancy.id, filterOf(status, shown)), placeholderData: undefined });
  const over = useDropColumn(column, (candidate) => onStatus?.(candidate, status), onStatus !== undefined && status.is_active);
  const rows = query.data?.candidates ?? [];
  const rest = (query.data?.count ?? 0) - rows.length;
  const acts = vacancy.permissions.change_statuses || vacancy.permissions.change_candidates;
  const count = query.data?.count ?? status.candidates_count;
  return (
    <section ref={column} className={classes.column} data-over={over || undefined} aria-label={status.name}>
      <h2 className={classes.columnHead}>
        <StatusPill color={status.color} quiet>
          {status.name}
        </StatusPill>
        <span className={classes.count}>{formatNumber(count, currentLanguage())}</span>
      </h2>
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonList rows={Math.min(4, Math.max(1, status.candidates_count))} rowHeight={88} />}
      {query.data && (
        <ul className={classes.cards}>
          {rows.map((candidate) => (
            <BoardCard
              key={candidate.id}
              candidate={candidate}
              takesFocus={takesFocus}
              statuses={givenStatuses(vacancy)}
              onStatus={onStatus}
              open={shown.candidate === candidate.id}
              chosen={selection.ids.has(candidate.id)}
              onOpen={() => onChange({ candidate: shown.candidate === candidate.id ? undefined : candidate.id })}
              rowAction={rowAction}
              onChoose={acts ? () => selection.toggle(candidate) : undefined}
            />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ view: 'table', status: [status.id] })}>
          {t('moreInTable', { count: rest })}
        </Button>
      )}
    </section>
  );
}

function useCardKeys(board: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('ui');
  const shortcuts = useMemo(() => {
    const cards = () => [...(board.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const step = (by: number) => {
      const all = cards();
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
    };
    const group = t('table');
    return [
      { keys: 'j', label: t('nextRow'), group, act: () => step(1) },
      { keys: 'k', label: t('previousRow'), group, act: () => step(-1) },
      {
        keys: 'x',
        label: t('chooseRow'),
        group,
        act: () => document.activeElement?.closest('[data-candidate]')?.querySelector<HTMLElement>('[data-box] input')?.click(),
      },
    ];
  }, [t, board]);
  useShortcuts(shortcuts);
}

export function CandidateBoard(props: CandidateListProps) {
  const { vacancy, shown, selection } = props;
  const { t } = useTranslation('vacancies');
  const board = useRef<HTMLElement>(null);
  const changeStatus = useChangeStatus(vacancy.id);
  useCardKeys(board);
  // A moved card is a new element in another column; the focus follows after the render.
  const moved = useRef<number>(undefined);
  const takesFocus = useCallback((candidateId: number) => {
    if (moved.current !== candidateId) return false;
    moved.current = undefined;
    return true;
  }, []);
  const columns = vacancy.statuses.filter(({ id }) => shown.status.length === 0 || shown.status.includes(id));
  const onStatus = (candidate: CandidateView, status: StatusBadge) => {
    void changeStatus(selection.ids.has(candidate.id) ? selection.candidates : [candidate], status);
    moved.current = candidate.id;
  };
  if (vacancy.candidates_count === 0) return <NoCandidates {...props} />;
  return (
    <section ref={board} className={classes.board} aria-label={t('candidatesOf', { name: vacancy.name })}>
      {columns.map((status) => (
        <Column
          key={status.id}
          {...props}
          status={status}
          takesFocus={takesFocus}
          onStatus={vacancy.permissions.change_statuses ? onStatus : undefined}
        />
      ))}
    </section>
  );
}
