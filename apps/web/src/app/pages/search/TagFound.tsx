import { Button } from '@mantine/core';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { tagPeople } from '../profiles/tag-people.tsx';

export function TagFound({ selection }: { selection: ResultSelection }) {
  const { t } = useTranslation('search');
  const { permissions } = useCurrentUser();
  if (selection.kind !== 'ids' || !permissions.tags) return null;
  return (
    <Button size="compact-sm" variant="default" onClick={() => void tagPeople(selection.ids)}>
      {t('tag')}
    </Button>
  );
}
