import { Alert, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useAddSuppressions } from '../api/suppressions.ts';

export function AddForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('suppressions');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { add, refresh } = useAddSuppressions();
  const form = useServerForm({
    initialValues: { addresses: '', note: '' },
    submit: add,
    onDone: (result) => {
      void refresh();
      const parts = [t('added', { count: result.added }), ...(result.known > 0 ? [t('known', { count: result.known })] : [])];
      showSnackbar({ message: parts.join(' · '), tone: 'success' });
      if (result.wrong.length === 0) return onDone();
      setWrong(result.wrong);
      form.form.setFieldValue('addresses', result.wrong.join('\n'));
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('add')} onCancel={onDone} guard>
      {wrong.length > 0 && <Alert color="yellow">{t('wrong', { words: wrong.join(', ') })}</Alert>}
      <Textarea
        label={t('addresses')}
        description={t('addressesText')}
        required
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        {...form.field('addresses')}
      />
      <TextInput label={t('note')} placeholder={t('notePlaceholder')} maxLength={1000} {...form.field('note')} />
    </ServerForm>
  );
}
