import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Employee } from '@headwater/contract/employees';
import { useTranslation } from '#lib/use-translation.ts';
import type { ServerFormHandle } from '#ui/form.tsx';
import { moveTargetsQuery } from '../api/employees.ts';
import type { FormValues } from '../model/form-values.ts';

interface ServedCompanyProps {
  form: ServerFormHandle<FormValues>;
  /** Whoever is there already stays with their company. */
  person: Employee | undefined;
}

/** ROLE-008, ROLE-032: the company that a service manager works in. */
export function ServedCompany({ form, person }: ServedCompanyProps) {
  const { t } = useTranslation('employees');
  const [search, setSearch] = useState('');
  const { data } = useQuery({ ...moveTargetsQuery(search), enabled: person === undefined });
  if (person) return <TextInput label={t('move.company')} value={person.company_name} readOnly variant="filled" />;
  const companies = data?.companies ?? [];
  return (
    <Select
      label={t('move.company')}
      description={t('servedText')}
      placeholder={t('move.find')}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      nothingFoundMessage={t('move.none')}
      searchable
      required
      onSearchChange={(text) => {
        // What was chosen stands in the box as well; it is no search.
        if (!companies.some(({ name }) => name === text)) setSearch(text);
      }}
      {...form.field('company_id')}
    />
  );
}
