import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#lib/current-user.ts';
import { colleaguesQuery, type VacancyFilter } from '../../api/vacancies.ts';
import { fullName } from '../person-name.ts';
import { SearchField } from '../SearchField.tsx';
import classes from './VacancyList.module.css';

interface VacancyFiltersProps {
  filter: VacancyFilter;
  onChange: (next: Partial<VacancyFilter>) => void;
}

/** The row of filters over the list; all of them stand in the address. */
export function VacancyFilters({ filter, onChange }: VacancyFiltersProps) {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const colleagues = useQuery(colleaguesQuery).data?.users ?? [];
  // ROLE-065: the own entry comes first.
  const people = [
    { value: String(user.id), label: t('me', { name: fullName(user) }) },
    ...colleagues.map((person) => ({ value: String(person.id), label: fullName(person) })),
  ];
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('state')}
        value={filter.status}
        onChange={(status) => onChange({ status: status as VacancyFilter['status'] })}
        data={[
          { value: 'active', label: t('active') },
          { value: 'closed', label: t('archived') },
          { value: 'all', label: t('all') },
        ]}
      />
      <Select
        size="xs"
        w={180}
        clearable
        searchable
        aria-label={t('recruiter')}
        placeholder={t('anyRecruiter')}
        data={people}
        value={filter.assignee === undefined ? null : String(filter.assignee)}
        onChange={(value) => onChange({ assignee: value === null ? undefined : Number(value) })}
      />
      <SearchField label={t('findVacancy')} value={filter.query ?? ''} onChange={(query) => onChange({ query })} />
    </div>
  );
}
