import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { smartFoldersQuery, smartPerPage } from '#features/saved-queries/api/smart-folders.ts';
import { rowId, rowName, smartColumns } from '#features/saved-queries/components/smart-columns.tsx';
import { smartListParams } from '#features/saved-queries/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';

/** SMF-002: vacancies with a stored search. */
export function SmartFoldersPage() {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const navigate = useNavigate();
  const { shown } = useScreenParams(smartListParams);
  const query = useQuery(smartFoldersQuery(shown));
  usePageTitle(t('smart.title'));
  return (
    <ListScreen
      id="smart-folders"
      title={t('smart.title')}
      params={smartListParams}
      filters={[{ kind: 'search', name: 'search', label: t('smart.find') }]}
      query={query}
      rows={query.data?.smart_folders}
      count={query.data?.count}
      perPage={smartPerPage}
      columns={(room) => smartColumns(t, { isPhone: room === 'phone' })}
      rowId={rowId}
      rowName={rowName}
      rowHeight={{ phone: 84, narrow: 52, wide: 52 }}
      onOpen={({ folder }) => void navigate({ to: '/smart-folders/$folderId/', params: { folderId: String(folder.id) } })}
      Icon={IconRadar2}
      nothing={{
        title: t('smart.empty'),
        text: t('smart.emptyText'),
        action: (
          <Button component={Link} to="/" variant="default">
            {t('smart.search')}
          </Button>
        ),
      }}
    />
  );
}
