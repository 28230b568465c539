import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { VacancyView } from '@headwater/contract/vacancies';
import { SplitPane } from '#ui/SplitPane.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CandidateBoard } from './CandidateBoard.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import { useCandidatePage } from './candidate-page.ts';
import { ChosenPane } from './ChosenPane.tsx';
import { nameOf } from './columns.tsx';
import { type FurtherActions, useMassActions } from './mass-actions.tsx';
import { type OpenCandidate, useOpenCandidate } from './open-candidate.ts';
import { useSelection } from './selection.ts';
import { useVacancyAddress } from './vacancy-address.ts';

interface CandidatesProps {
  vacancy: VacancyView;
  /** Draws the open candidate; the route brings the profile. */
  renderProfile: (open: OpenCandidate) => ReactNode;
  phone: boolean;
  furtherActions?: FurtherActions | undefined;
}

/** The list or board of candidates with what is open or chosen beside it. */
export function Candidates({ vacancy, phone, renderProfile, furtherActions }: CandidatesProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { shown, change } = useVacancyAddress();
  const list = useCandidatePage(vacancy.id, shown, shown.view === 'table');
  const selection = useSelection(list.known);
  const actions = useMassActions(vacancy, selection, furtherActions);
  const open = useOpenCandidate({ vacancyId: vacancy.id, shown, change, rows: list.known });

  // CAND-013, CAND-014: another filter begins with nobody chosen.
  const filter = `${vacancy.id} ${shown.statusIds.join(',')} ${shown.query} ${shown.messaging ?? ''}`;
  const { clear } = selection;
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is the change of the filter that ends a selection
  useEffect(() => clear, [filter, clear]);

  const chosenPane = selection.ids.size > 0 && !phone && <ChosenPane selection={selection} actions={actions} />;
  const pane = open ? renderProfile(open) : chosenPane;
  const listProps = { vacancy, shown, onChange: change, selection };
  return (
    <SplitPane
      id="vacancy"
      pane={pane}
      label={open ? nameOf(open.candidate, t) : t('chosen', { count: selection.ids.size })}
      onClose={open ? open.onClose : selection.clear}
    >
      {shown.view === 'board' ? (
        <CandidateBoard {...listProps} />
      ) : (
        <CandidateTable {...listProps} list={list} room={phone ? 'phone' : pane ? 'narrow' : 'wide'} />
      )}
      <BulkBar selection={selection} actions={actions} />
    </SplitPane>
  );
}
