import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { historyQuery } from '#features/profiles/api/profile.ts';
import { historyParams } from '#features/profiles/model/params.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';

interface View {
  user_id: number;
  user_name: string;
  viewed_at: string;
}

const perPage = 20;
const rowId = (row: View) => `${row.user_id} ${row.viewed_at}`;
const rowName = (row: View) => row.user_name;

/** PROF-003: users of the company who opened the profile, newest first. */
export function HistoryPage() {
  const { t } = useTranslation(['profiles', 'app']);
  const { profileId } = useParams({ strict: false }) as { profileId: string };
  const navigate = useNavigate();
  const { shown, change } = useScreenParams(historyParams);
  const query = useQuery(historyQuery(Number(profileId), shown));
  usePageTitle(t('history'));
  const columns = useMemo<DataColumn<View>[]>(
    () => [
      { id: 'who', header: t('viewer'), cell: (row) => row.user_name, hideable: false },
      { id: 'when', header: t('viewedAt'), cell: (row) => formatDate(row.viewed_at, currentLanguage(), 'dateTime'), width: 220 },
    ],
    [t],
  );
  const total = query.data && query.data.pages.total * perPage;
  return (
    <>
      <PageHeader title={t('history')} onBack={() => void navigate({ to: `/profiles/${profileId}` })} />
      <DataTable
        id="profile-history"
        label={t('history')}
        columns={columns}
        rows={query.data?.views}
        rowId={rowId}
        rowName={rowName}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState icon={<IconHistory size={24} stroke={1.5} />} title={t('noHistory')} />}
      />
      {query.data && query.data.pages.total > 1 && (
        <Pager page={shown.page} perPage={perPage} total={total} onPage={(page) => change({ page })} />
      )}
    </>
  );
}
