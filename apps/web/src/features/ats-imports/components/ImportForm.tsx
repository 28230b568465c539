import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { AtsImportInput } from '@headwater/contract/ats-imports';
import { atsImports, type AtsImportName, type ImportField } from '@headwater/domain/ats/imports';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useImports } from '../api/ats-imports.ts';

const plain = new Set<ImportField>(['email', 'client_id', 'huntflow_api_url']);

export function ImportForm({ name, ownEmail, onDone }: { name: AtsImportName; ownEmail: string; onDone: () => void }) {
  const { t } = useTranslation('ats-imports');
  const { start } = useImports();
  const { title: service, fields } = atsImports[name];
  const initialValues: AtsImportInput = {
    email: ownEmail,
    access_token: '',
    client_id: '',
    client_secret: '',
    api_key: '',
    connection_link: '',
    huntflow_premier: false,
    huntflow_api_url: '',
  };
  const form = useServerForm({ initialValues, submit: (input) => start(name, input), onDone });
  return (
    <ServerForm form={form} submitLabel={t('start')} onCancel={onDone}>
      {fields.map((field) => {
        if (field === 'huntflow_premier')
          return <Checkbox key={field} label={t('field.huntflow_premier')} {...form.field(field, { type: 'checkbox' })} />;
        if (field === 'huntflow_api_url' && !form.values.huntflow_premier) return null;
        const Input = plain.has(field) ? TextInput : PasswordInput;
        return (
          <Input
            key={field}
            label={t(`field.${field}`, { service })}
            description={t(`fieldText.${field}`, { service })}
            autoComplete="off"
            maxLength={4000}
            {...form.field(field)}
          />
        );
      })}
    </ServerForm>
  );
}
