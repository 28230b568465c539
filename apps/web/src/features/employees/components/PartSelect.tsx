import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { type Parts, partsQuery, useCreatePart } from '../api/employees.ts';
import type { FormValues } from '../model/form-values.ts';
import classes from './employees.module.css';

interface PartProps {
  parts: Parts;
  companyId: number | undefined;
}

interface NewPartProps extends PartProps {
  close: (created?: { id: number }) => void;
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
  openModal<{ id: number }>({ title, size: 'sm', content: (close) => <NewPart {...part} close={close} /> });

interface PartSelectProps extends PartProps {
  name: 'department_id' | 'group_id';
  form: ServerFormHandle<FormValues>;
}

/** EMP-028, EMP-032: one of the company's, or a new one. */
export function PartSelect({ parts, name, companyId, form }: PartSelectProps) {
  const { t } = useTranslation('employees');
  const { data } = useQuery(partsQuery(parts, companyId));
  const add = async () => {
    const created = await openNewPart({ title: t(`part.${parts}.new`), parts, companyId });
    if (created) form.form.setFieldValue(name, String(created.id));
  };
  return (
    <div className={classes.part}>
      <Select
        className={classes.grows}
        label={t(`field.${name}`)}
        placeholder={t('part.none')}
        data={(data?.results ?? []).map((part) => ({ value: String(part.id), label: part.name }))}
        clearable
        searchable
        {...form.field(name)}
      />
      <Tooltip label={t(`part.${parts}.new`)}>
        <ActionIcon variant="default" size={32} aria-label={t(`part.${parts}.new`)} onClick={() => void add()}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
