import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultActions } from '../../model/actions.ts';
import type { ResultSelection } from '../../model/selection.ts';

/** Buttons of the bar over the chosen people. */
export function SelectionActions({ selection, actions: { add, message, more } }: { selection: ResultSelection; actions: ResultActions }) {
  const { t } = useTranslation('search');
  return (
    <>
      {add && (
        <Button size="compact-sm" onClick={() => add(selection)}>
          {t('add')}
        </Button>
      )}
      {message && (
        <Button size="compact-sm" variant="default" onClick={() => message(selection)}>
          {t('message')}
        </Button>
      )}
      {more?.(selection)}
    </>
  );
}
