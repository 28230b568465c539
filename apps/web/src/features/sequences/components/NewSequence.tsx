import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MailingListView } from '@headwater/contract/mailings';
import { useRefreshMailings } from '#features/mailings/api/mailings.ts';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import classes from './sequences.module.css';

/** SEQ-003: asks only for a name; the messages follow. */
export function NewSequence() {
  const { t } = useTranslation('sequences');
  const navigate = useNavigate();
  const refresh = useRefreshMailings();
  const focusFirst = useFirstFocus<HTMLInputElement>();
  const toList = () => void navigate({ to: '/messaging/sequences' });
  const form = useServerForm({
    initialValues: { name: '', access_type: 'public' as 'public' | 'private' },
    submit: (values) => api.sequences.create(values),
    onDone: ({ id }: MailingListView) => {
      void refresh();
      void navigate({ to: '/messaging/sequences/$sequenceId/edit', params: { sequenceId: String(id) } });
    },
  });
  return (
    <>
      <PageHeader title={t('new')} onBack={toList} />
      <div className={classes.form}>
        <ServerForm form={form} submitLabel={t('create')} onCancel={toList} guard>
          <TextInput
            label={t('name')}
            placeholder={t('namePlaceholder')}
            required
            maxLength={255}
            ref={focusFirst}
            {...form.field('name')}
          />
          <Input.Wrapper label={t('access')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('access')}
              value={form.values.access_type}
              onChange={(access) => form.form.setFieldValue('access_type', access as 'public' | 'private')}
              data={[
                { value: 'public', label: t('public') },
                { value: 'private', label: t('private') },
              ]}
            />
          </Input.Wrapper>
        </ServerForm>
      </div>
    </>
  );
}
