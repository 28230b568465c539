import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks for the address of a link; '' takes the link away. */
export function LinkForm({ href, onDone }: { href: string; onDone: (href?: string) => void }) {
  const { t } = useTranslation('outreach');
  const [value, setValue] = useState(href);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = value.trim();
    onDone(typed === '' || /^(https?:|mailto:|tel:)/i.test(typed) ? typed : `http://${typed}`);
  };
  return (
    <form onSubmit={submit}>
      <TextInput label={t('linkAddress')} value={value} onChange={(event) => setValue(event.currentTarget.value)} data-autofocus />
      <Group justify="flex-end" mt="md">
        {href !== '' && (
          <Button variant="default" onClick={() => onDone('')}>
            {t('removeLink')}
          </Button>
        )}
        <Button type="submit">{t('apply')}</Button>
      </Group>
    </form>
  );
}
