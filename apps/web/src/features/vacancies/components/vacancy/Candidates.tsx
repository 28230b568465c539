import { type ReactNode, useEffect } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useTranslation } from '#lib/use-translation.ts';
import { SplitPane } from '#ui/SplitPane.tsx';
import { BulkBar } from './BulkBar.tsx';
import classes from './candidates.module.css';
import { CandidateBoard } from './CandidateBoard.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import { useCandidatePage } from './candidate-page.ts';
import { nameOf, type RowAction } from './columns.tsx';
import { type FurtherActions, useMassActions } from './mass-actions.tsx';
import { type OpenCandidate, useOpenCandidate } from './open-candidate.ts';
import { useSelection } from './selection.ts';
import { SelectedList } from './SelectedList.tsx';
import { useVacancyAddress } from './vacancy-address.ts';

interface CandidatesProps {
  vacancy: VacancyView;
  renderProfile: (open: OpenCandidate) => ReactNode;
  phone: boolean;
  furtherActions?: FurtherActions | undefined;
  rowAction?: RowAction | undefined;
}

export function Candidates({ vacancy, phone, renderProfile, furtherActions, rowAction }: CandidatesProps) {
  const { t } = useTranslation('vacancies');
  const { shown, change } = useVacancyAddress();
  const list = useCandidatePage(vacancy.id, shown, shown.view === 'table');
  const selection = useSelection(list.known);
  const actions = useMassActions(vacancy, selection, furtherActions);
  const open = useOpenCandidate({ vacancyId: vacancy.id, shown, change, rows: list.known });

  // CAND-013, CAND-014: another filter clears the selection.
  const filter = `${vacancy.id} ${shown.status.join(',')} ${shown.query} ${shown.messages ?? ''}`;
  const { clear } = selection;
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a changed filter clears the selection
  useEffect(() => clear, [filter, clear]);

  const listProps = { vacancy, shown, onChange: change, selection, rowAction };
  return (
    <SplitPane
      id="vacancy"
      pane={open && renderProfile(open)}
      label={open ? nameOf(open.candidate, t) : ''}
      {...(open ? { onClose: open.onClose } : {})}
    >
      <div className={classes.beside}>
        <div className={classes.main}>
          {shown.view === 'board' ? (
            <CandidateBoard {...listProps} />
          ) : (
            <CandidateTable {...listProps} list={list} room={phone ? 'phone' : open ? 'narrow' : 'wide'} />
          )}
        </div>
        {selection.ids.size > 0 && !open && <SelectedList selection={selection} />}
      </div>
      <BulkBar selection={selection} actions={actions} />
    </SplitPane>
  );
}
