import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '#lib/current-user.ts';
import { creatorsQuery, type TemplateFilter } from '../api/templates.ts';
import classes from './templates.module.css';

interface TemplateFiltersProps {
  filter: TemplateFilter;
  onChange: (change: { search?: string | undefined; creator?: string | undefined; page?: undefined }) => void;
}

/** ROLE-067: the person stands first among the creators. */
export function TemplateFilters({ filter, onChange }: TemplateFiltersProps) {
  const { t } = useTranslation('templates');
  const user = useCurrentUser();
  const creators = useQuery(creatorsQuery).data?.creators ?? [];
  const [typed, setTyped] = useState(filter.search);
  const tell = useDebouncedCallback((search: string) => onChange({ search: search || undefined, page: undefined }), 250);
  const data = creators.map(({ id, first_name: first, last_name: last }) => {
    const name = `${first} ${last}`.trim();
    return { value: String(id), label: id === user.id ? t('you', { name }) : name };
  });
  return (
    <div className={classes.filters}>
      <TextInput
        size="xs"
        w={260}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        maxLength={255}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          tell(event.currentTarget.value.trim());
        }}
      />
      <Select
        size="xs"
        w={200}
        aria-label={t('creator')}
        placeholder={t('anyCreator')}
        clearable
        data={data}
        value={filter.createdBy === undefined ? null : String(filter.createdBy)}
        onChange={(creator) => onChange({ creator: creator ?? undefined, page: undefined })}
      />
    </div>
  );
}
