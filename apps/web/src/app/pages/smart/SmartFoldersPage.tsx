import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { smartFoldersQuery, smartPerPage } from '#features/saved-queries/api/smart-folders.ts';
import { FindField } from '#features/saved-queries/components/FindField.tsx';
import { rowId, rowName, smartColumns } from '#features/saved-queries/components/smart-columns.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { usePhone } from '#lib/use-phone.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';

/** SMF-002: the vacancies that find people for themselves. */
export function SmartFoldersPage() {
  const { t } = useTranslation(['saved-queries', 'ui']);
  const navigate = useNavigate();
  const isPhone = usePhone();
  const [shown, setShown] = useState({ search: '', page: 1 });
  const { data, error, isPlaceholderData, refetch } = useQuery(smartFoldersQuery(shown));
  const columns = useMemo(() => smartColumns(t, { isPhone }), [t, isPhone]);
  usePageTitle(t('smart.title'));
  const icon = <IconRadar2 size={24} stroke={1.5} />;
  const search = (
    <Button component={Link} to="/" variant="default">
      {t('smart.search')}
    </Button>
  );
  const empty =
    shown.search === '' ? (
      <EmptyState icon={icon} title={t('smart.empty')} text={t('smart.emptyText')} action={search} />
    ) : (
      <EmptyState icon={icon} title={t('smart.notFound')} />
    );
  return (
    <>
      <PageHeader title={t('smart.title')} count={data?.count}>
        <FindField
          label={t('smart.find')}
          max={255}
          width={isPhone ? '100%' : 260}
          onChange={(text) => setShown({ search: text, page: 1 })}
        />
      </PageHeader>
      <DataTable
        id={isPhone ? 'smart-folders-phone' : 'smart-folders'}
        label={t('smart.title')}
        columns={columns}
        rows={data?.smart_folders}
        rowId={rowId}
        rowName={rowName}
        rowHeight={isPhone ? 84 : 52}
        onOpen={({ folder }) => void navigate({ to: '/smart-folders/$folderId/', params: { folderId: String(folder.id) } })}
        error={error}
        onRetry={() => void refetch()}
        dimmed={isPlaceholderData}
        empty={empty}
      />
      {(data?.count ?? 0) > smartPerPage && (
        <Pager page={shown.page} perPage={smartPerPage} total={data?.count} onPage={(page) => setShown({ ...shown, page })} />
      )}
    </>
  );
}
