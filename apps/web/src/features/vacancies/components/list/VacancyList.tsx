import { Button } from '@mantine/core';
import { IconBriefcase, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ListScreen } from '#ui/list/ListScreen.tsx';
import { colleaguesQuery, vacanciesPerPage, vacanciesQuery } from '../../api/vacancies.ts';
import { vacancyListParams } from '../../model/params.ts';
import { fullName } from '../person-name.ts';
import { vacancyColumns } from './columns.tsx';

function NewVacancy({ label }: { label: string }) {
  return (
    <Button component={Link} to="/folders/new" leftSection={<IconPlus size={16} />}>
      {label}
    </Button>
  );
}

/** ROLE-065: the user's own entry is first. */
function useRecruiters() {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const colleagues = useQuery(colleaguesQuery).data?.users ?? [];
  return [
    { value: String(user.id), label: t('me', { name: fullName(user) }) },
    ...colleagues.map((person) => ({ value: String(person.id), label: fullName(person) })),
  ];
}

/** VAC-001. */
export function VacancyList() {
  const { t } = useTranslation(['vacancies', 'ui']);
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const recruiters = useRecruiters();
  const { shown } = useScreenParams(vacancyListParams);
  const query = useQuery(vacanciesQuery(shown));
  const mayCreate = mayAccess('edit_vacancies', asActor(useCurrentUser()));
  return (
    <ListScreen
      id="vacancies"
      title={t('title')}
      actions={mayCreate && <NewVacancy label={t('new')} />}
      params={vacancyListParams}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('state'),
          options: [
            { value: 'active', label: t('active') },
            { value: 'closed', label: t('archived') },
            { value: 'all', label: t('all') },
          ],
          narrows: ['closed'],
        },
        { kind: 'select', name: 'assignee', label: t('recruiter'), any: t('anyRecruiter'), options: recruiters, searchable: true },
        { kind: 'search', name: 'query', label: t('findVacancy') },
      ]}
      query={query}
      rows={query.data?.folders}
      count={query.data?.count}
      perPage={vacanciesPerPage}
      columns={(room) => vacancyColumns(t, { phone: room === 'phone', isMixed: shown.status === 'all' })}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowHeight={{ phone: 76, narrow: 56, wide: 56 }}
      onOpen={({ id }) => void navigate({ to: '/folders/$folderId/', params: { folderId: String(id) } })}
      Icon={IconBriefcase}
      nothing={{
        title: t('noVacancies'),
        text: mayCreate ? t('noVacanciesText') : t('noVacanciesForYou'),
        action: mayCreate && <NewVacancy label={t('createFirst')} />,
      }}
    />
  );
}
