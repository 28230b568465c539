import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { Select, TextInput } from '@mantine/core';
import type { ShownContact } from '@headwater/contract/profiles';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useAddContact } from '../api/contacts.ts';

/** CONT-015. Only the user's company sees the contact. */
export function AddContactForm({ profileId, onDone }: { profileId: number; onDone: () => void }) {
  const { t } = useTranslation('profiles');
  const add = useAddContact(profileId);
  const form = useServerForm({
    initialValues: { type: 'email' as ShownContact['type'], value: '' },
    submit: add,
    onDone,
  });
  return (
    <div style={{ marginTop: 12 }}>
      <ServerForm form={form} submitLabel={t('addContact')} onCancel={onDone}>
        <Select
          label={t('kind')}
          allowDeselect={false}
          data={contactTypes.map((type) => ({ value: type, label: t(`contactType.${type}`) }))}
          readOnly={form.pending}
          {...form.field('type')}
        />
        <TextInput label={t('value')} required readOnly={form.pending} {...form.field('value')} />
      </ServerForm>
    </div>
  );
}
