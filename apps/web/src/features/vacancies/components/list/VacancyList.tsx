import { Button } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePhone } from '#lib/use-phone.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { vacanciesPerPage, vacanciesQuery, type VacancyFilter } from '../../api/vacancies.ts';
import { vacancyColumns } from './columns.tsx';
import { useListAddress } from './list-address.ts';
import { VacancyFilters } from './VacancyFilters.tsx';

const rowId = (vacancy: VacancyView) => vacancy.id;
const rowName = (vacancy: VacancyView) => vacancy.name;

function NewVacancy({ label }: { label: string }) {
  return (
    <Button component={Link} to="/folders/new" leftSection={<IconPlus size={16} />}>
      {label}
    </Button>
  );
}

function Nothing({ filter, onClear, mayCreate }: { filter: VacancyFilter; onClear: () => void; mayCreate: boolean }) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const filtered = filter.query !== undefined || filter.assignee !== undefined || filter.status === 'closed';
  if (filtered) {
    return (
      <EmptyState
        icon={<IconBriefcase size={24} stroke={1.5} />}
        title={t('nothingFound', { ns: 'ui' })}
        text={t('noVacancyFits')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<IconBriefcase size={24} stroke={1.5} />}
      title={t('noVacancies')}
      text={mayCreate ? t('noVacanciesText') : t('noVacanciesForYou')}
      action={mayCreate && <NewVacancy label={t('createFirst')} />}
    />
  );
}

/** VAC-001: every vacancy that the person may see. */
export function VacancyList() {
  const { t } = useTranslation(['vacancies', 'ui']);
  const navigate = useNavigate();
  const user = useCurrentUser();
  const phone = usePhone();
  const { filter, change } = useListAddress();
  const isMixed = filter.status === 'all';
  const query = useQuery(vacanciesQuery(filter));
  const columns = useMemo(() => vacancyColumns(t, { phone, isMixed }), [t, phone, isMixed]);
  const mayCreate = mayAccess('edit_vacancies', asActor(user));
  return (
    <>
      <PageHeader title={t('title')} count={query.data?.count} actions={mayCreate && <NewVacancy label={t('new')} />}>
        <VacancyFilters filter={filter} onChange={change} />
      </PageHeader>
      <DataTable
        id={phone ? 'vacancies-phone' : 'vacancies'}
        label={t('title')}
        columns={columns}
        rows={query.data?.folders}
        rowId={rowId}
        rowName={rowName}
        rowHeight={56}
        onOpen={(vacancy) => void navigate({ to: '/folders/$folderId/', params: { folderId: String(vacancy.id) } })}
        error={query.error}
        onRetry={() => void query.refetch()}
        dimmed={query.isPlaceholderData}
        empty={
          <Nothing
            filter={filter}
            mayCreate={mayCreate}
            onClear={() => change({ status: 'active', assignee: undefined, query: undefined })}
          />
        }
      />
      {(query.data?.count ?? 0) > vacanciesPerPage && (
        <Pager page={filter.page} perPage={vacanciesPerPage} total={query.data?.count} onPage={(page) => change({ page })} />
      )}
    </>
  );
}
