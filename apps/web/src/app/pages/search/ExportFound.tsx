import { Button } from '@mantine/core';
import { mayAccess } from '@headwater/domain/access';
import type { ResultSelection } from '#features/search/model/selection.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { exportPeople } from '../export.ts';

export function ExportFound({ selection }: { selection: ResultSelection }) {
  const { t } = useTranslation('search');
  const mayExport = mayAccess('profile_export', asActor(useCurrentUser()));
  if (!mayExport) return null;
  const act = () => {
    const { q: query, f: filters, ranking: sort, folderId } = selection.search;
    const search = { query, filters, sort, ...(folderId === null ? {} : { folderId }) };
    void exportPeople({ of: 'search', whom: selection.kind === 'ids' ? { profile_ids: [...selection.ids] } : { search } });
  };
  return (
    <Button size="compact-sm" variant="default" onClick={act}>
      {t('export')}
    </Button>
  );
}
