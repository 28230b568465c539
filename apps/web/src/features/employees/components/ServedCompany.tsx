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
  /** An existing person keeps the company. */
  person: Employee | undefined;
}

/** ROLE-008, ROLE-032 */
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
        // The box also contains the chosen name, which is no search text.
        if (!companies.some(({ name }) => name === text)) setSearch(text);
      }}
      {...form.field('company_id')}
    />
  );
}
