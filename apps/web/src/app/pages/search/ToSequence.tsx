import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { addToMailing } from '../mailings/add.ts';

/** Puts the chosen people into a sequence; everybody whom a search finds goes into a vacancy first. */
export function ToSequence({ selection }: { selection: ResultSelection }) {
  const { t } = useTranslation('mailings');
  if (selection.kind !== 'ids') return null;
  const whom = { profile_ids: selection.ids, source: 'search' } as const;
  return (
    <Button size="compact-sm" variant="default" onClick={() => void addToMailing({ kind: 'sequence' }, whom)}>
      {t('add.sequence')}
    </Button>
  );
}
