import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { type Parts, partsQuery, useCreatePart } from '../api/employees.ts';
import type { FormValues } from '../model/form-values.ts';
import classes from './employees.module.css';

interface Part {
  id: number;
  name: string;
}

interface PartProps {
  parts: Parts;
  companyId: number | undefined;
}

interface NewPartProps extends PartProps {
  close: (created?: Part) => void;
}

function NewPart({ parts, companyId, close }: NewPartProps) {
  const { t } = useTranslation('employees');
  const create = useCreatePart(parts, companyId);
  const form = useServerForm({ initialValues: { name: '' }, submit: ({ name }) => create(name.trim()), onDone: close });
  return (
    <ServerForm form={form} submitLabel={t(`part.${parts}.create`)} onCancel={() => close()}>
      <TextInput label={t('part.name')} required maxLength={255} data-autofocus {...form.field('name')} />
    </ServerForm>
  );
}

const openNewPart = ({ title, ...part }: PartProps & { title: string }) =>
  openModal<Part>({ title, size: 'sm', content: (close) => <NewPart {...part} close={close} /> });

interface PartSelectProps extends PartProps {
  name: 'department_id' | 'group_id';
  form: ServerFormHandle<FormValues>;
  current: Part | null;
}

/** EMP-028, EMP-032: a company may have thousands, so the server searches. */
export function PartSelect({ parts, name, companyId, form, current }: PartSelectProps) {
  const { t } = useTranslation('employees');
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 120);
  const { data } = useQuery(partsQuery(parts, { companyId, search: settled }));
  const [chosen, setChosen] = useState(current);
  const known = new Map([...(chosen ? [chosen] : []), ...(data?.results ?? [])].map((part) => [String(part.id), part]));
  const input = form.field(name);
  const add = async () => {
    const created = await openNewPart({ title: t(`part.${parts}.new`), parts, companyId });
    if (!created) return;
    setChosen(created);
    form.form.setFieldValue(name, String(created.id));
  };
  return (
    <div className={classes.part}>
      <Select
        className={classes.grows}
        label={t(`field.${name}`)}
        placeholder={t('part.none')}
        data={[...known].map(([value, part]) => ({ value, label: part.name }))}
        nothingFoundMessage={t('part.nothing')}
        clearable
        searchable
        onSearchChange={(text) => {
          // The box also contains the chosen name, which is no search text.
          setSearch([...known.values()].some((part) => part.name === text) ? '' : text);
        }}
        {...input}
        onChange={(value: string | null) => {
          setChosen(known.get(value ?? '') ?? null);
          input.onChange(value);
        }}
      />
      <Tooltip label={t(`part.${parts}.new`)}>
        <ActionIcon variant="default" size={32} aria-label={t(`part.${parts}.new`)} onClick={() => void add()}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
