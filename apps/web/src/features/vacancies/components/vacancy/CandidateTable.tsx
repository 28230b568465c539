import { useMemo } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useCurrentUser } from '#lib/current-user.ts';
import type { ChangeOptions } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager, useExistingPage } from '#ui/table/Pager.tsx';
import { candidatesPerPage, useChangeStatus } from '../../api/candidates.ts';
import { candidateColumns, nameOf, type RowAction } from './columns.tsx';
import type { CandidatePage } from './candidate-page.ts';
import { givenStatuses } from './mass-actions.tsx';
import { NoCandidates } from './NoCandidates.tsx';
import type { Selection } from './selection.ts';
import type { VacancyAddress } from './vacancy-address.ts';

export interface CandidateListProps {
  vacancy: VacancyView;
  shown: VacancyAddress;
  onChange: (next: Partial<VacancyAddress>, options?: ChangeOptions) => void;
  selection: Selection;
  rowAction?: RowAction | undefined;
}

interface CandidateTableProps extends CandidateListProps {
  list: CandidatePage;
  room: 'phone' | 'narrow' | 'wide';
}

const rowId = (candidate: CandidateView) => candidate.id;
const rowHeights = { wide: 48, narrow: 48, phone: 84 };

/** CAND-007, CAND-009. */
export function CandidateTable({ vacancy, shown, onChange, selection, rowAction, list, room }: CandidateTableProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { permissions } = useCurrentUser();
  const changeStatus = useChangeStatus(vacancy.id);
  const { change_statuses: mayChange } = vacancy.permissions;
  const toggle = (candidate: CandidateView) => onChange({ candidate: shown.candidate === candidate.id ? undefined : candidate.id });
  const columns = useMemo(
    () =>
      candidateColumns(t, {
        statuses: givenStatuses(vacancy),
        onStatus: mayChange ? (candidate, status) => void changeStatus([candidate], status) : undefined,
        room,
        shows: { messaging: permissions.messaging_info, comments: permissions.comments },
        onOpen: toggle,
        rowAction,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `toggle` changes at every render and depends only on the open candidate
    [t, vacancy, mayChange, changeStatus, room, permissions, shown.candidate, rowAction],
  );
  const { page } = shown;
  const rows = useExistingPage(
    { page, perPage: candidatesPerPage, rows: list.rows, total: list.count, isPlaceholder: list.dimmed },
    (next, options) => onChange({ page: next }, options),
  );
  const acts = mayChange || vacancy.permissions.change_candidates;
  return (
    <>
      <DataTable
        id={`candidates-${room}`}
        label={t('candidatesOf', { name: vacancy.name })}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={(candidate) => nameOf(candidate, t)}
        rowHeight={rowHeights[room]}
        selected={selection.ids}
        {...(acts ? { onSelect: selection.set } : {})}
        openId={shown.candidate}
        onOpen={toggle}
        error={list.error}
        onRetry={list.retry}
        dimmed={list.dimmed}
        empty={<NoCandidates vacancy={vacancy} shown={shown} onChange={onChange} />}
      />
      {(list.count ?? 0) > candidatesPerPage && (
        <Pager page={page} perPage={candidatesPerPage} total={list.count} onPage={(next) => onChange({ page: next })} />
      )}
    </>
  );
}
