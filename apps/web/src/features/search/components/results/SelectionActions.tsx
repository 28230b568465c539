import { Button } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { SelectionBar } from '#ui/table/SelectionBar.tsx';
import type { ResultActions } from '../../model/actions.ts';
import type { ResultSelection } from '../../model/selection.ts';
import type { PersonActions } from './RowActions.tsx';

interface SelectionActionsProps {
  selection: ResultSelection;
  actions: ResultActions;
  message: PersonActions['message'];
  onDone: () => void;
  onClear: () => void;
}

export function SelectionActions({ selection, actions: { add, more }, message, onDone, onClear }: SelectionActionsProps) {
  const { t } = useTranslation('search');
  const [only] = selection.kind === 'ids' && selection.ids.length === 1 ? selection.ids : [];
  return (
    <SelectionBar count={selection.count} onClear={onClear}>
      {add && (
        <Button size="compact-sm" onClick={() => add(selection, onDone)}>
          {t('add')}
        </Button>
      )}
      {message && only !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => message(only)}>
          {t('message')}
        </Button>
      )}
      {more?.(selection)}
    </SelectionBar>
  );
}
