import { IconArrowRight, IconCircleDot, IconCopy, IconTrash } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { useBulkActions, useChangeStatus } from '../../api/candidates.ts';
import { useOpenStatusMenu } from '../StatusMenu.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import type { Selection } from './selection.ts';
import { TransferDialog } from './TransferDialog.tsx';

export interface MassAction {
  id: 'status' | 'move' | 'copy' | 'mailing' | 'letters' | 'sequence' | 'tag' | 'shortlist' | 'export' | `send_${string}` | 'remove';
  label: string;
  Icon: typeof IconCopy;
  menu?: boolean;
  act: (event: MouseEvent<HTMLElement>) => void;
}

export type FurtherActions = (vacancy: VacancyView, chosen: Pick<Selection, 'ids' | 'candidates' | 'clear'>) => MassAction[];

export const givenStatuses = (vacancy: VacancyView) => vacancy.statuses.filter((status) => status.is_active);

/** CAND-009, CAND-010. */
export function useMassActions(vacancy: VacancyView, selection: Selection, further?: FurtherActions): MassAction[] {
  const { t } = useTranslation('vacancies');
  const openMenu = useOpenStatusMenu();
  const changeStatus = useChangeStatus(vacancy.id);
  const bulk = useBulkActions(vacancy.id);
  const ids = [...selection.ids];
  const count = ids.length;

  const transfer = (action: 'move' | 'copy') => async () => {
    const sent = await openModal<boolean>({
      title: t(action === 'move' ? 'moveTitle' : 'copyTitle', { count }),
      content: (close) => (
        <TransferDialog action={action} from={vacancy.id} onSend={(options) => bulk[action](ids, options)} onDone={close} />
      ),
    });
    if (sent) selection.clear();
  };
  const remove = async () => {
    const removed = await openModal<boolean>({
      title: t('removeTitle', { count }),
      content: (close) => <RemoveDialog count={count} onRemove={(keeps) => bulk.remove(ids, keeps)} onDone={close} />,
    });
    if (removed) selection.clear();
  };
  const status: MassAction = {
    id: 'status',
    label: t('changeStatus'),
    Icon: IconCircleDot,
    menu: true,
    act: (event) =>
      openMenu({
        anchor: event.currentTarget,
        statuses: givenStatuses(vacancy),
        onChoose: (chosen) => void changeStatus(selection.candidates, chosen, selection.clear),
      }),
  };
  const others: MassAction[] = [
    { id: 'move', label: t('move'), Icon: IconArrowRight, act: () => void transfer('move')() },
    { id: 'copy', label: t('copy'), Icon: IconCopy, act: () => void transfer('copy')() },
  ];
  const last: MassAction = { id: 'remove', label: t('remove'), Icon: IconTrash, act: () => void remove() };
  const { change_statuses: mayChange, change_candidates: mayMove } = vacancy.permissions;
  return [...(mayChange ? [status] : []), ...(mayMove ? others : []), ...(further?.(vacancy, selection) ?? []), ...(mayMove ? [last] : [])];
}
