import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { isAdminType, isStaff } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { moveTargetsQuery, useEmployeeCalls } from '../api/employees.ts';
import { firstEntry } from '../model/show-refusal.ts';
import classes from './employees.module.css';

interface MoveFormProps {
  person: Employee;
  onDone: (moved: Employee) => void;
  onCancel: () => void;
}

/** EMP-004, EMP-061 */
export function MoveForm({ person, onDone, onCancel }: MoveFormProps) {
  const { t } = useTranslation('employees');
  const { move } = useEmployeeCalls();
  const user = useCurrentUser();
  const becomesRecruiter = isAdminType(person) && !isStaff(asActor(user));
  const [search, setSearch] = useState('');
  const { data } = useQuery(moveTargetsQuery(search));
  const companies = (data?.companies ?? []).filter(({ id }) => id !== person.company_id);
  const form = useServerForm<{ company_id: string | null }, Employee>({
    initialValues: { company_id: null },
    validate: { company_id: (value) => (value === null ? t('move.choose') : null) },
    submit: ({ company_id: id }) =>
      move(person, Number(id)).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status === 401) throw error;
        throw error.atFields({ company_id: firstEntry(error) });
      }),
    onDone,
  });
  return (
    <ServerForm form={form} submitLabel={t('move.submit')} onCancel={onCancel}>
      <p className={classes.quiet}>{t('move.text', { name: person.name })}</p>
      {becomesRecruiter && <p className={classes.quiet}>{t('move.asRecruiter')}</p>}
      <Select
        label={t('move.company')}
        placeholder={t('move.find')}
        data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={t('move.none')}
        searchable
        data-autofocus
        onSearchChange={(text) => {
          // The box also contains the chosen name, which is no search text.
          if (!companies.some(({ name }) => name === text)) setSearch(text);
        }}
        {...form.field('company_id')}
      />
    </ServerForm>
  );
}
