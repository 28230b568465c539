import { notificationRegions, notificationTypes, showFormats } from '@headwater/domain/system-notifications';
import { Button, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { SystemNotification, SystemNotificationInput } from '@headwater/contract/system-notifications';
import { roles } from '@headwater/domain/roles';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { NamedPicker } from '#ui/NamedPicker.tsx';
import { FormSection } from '#ui/FormSection.tsx';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { companiesNamedQuery, useSystemNotifications } from '../api/system.ts';
import { type FormValues, settingsOf, startValues } from '../model/system-form.ts';
import { openNotification } from './SystemDialog.tsx';
import { showShort } from './SystemPopup.tsx';
import classes from './notifications.module.css';

const MessageBody = lazyPart(() => import('#features/editor/components/MessageBody.tsx'), 'MessageBody', ['editor']);

type Handle = ServerFormHandle<FormValues>;

function Content({ form }: { form: Handle }) {
  const { t } = useTranslation('notifications');
  return (
    <FormSection title={t('section.content')}>
      <TextInput label={t('field.title')} required maxLength={255} {...form.field('title')} />
      <Suspense fallback={<Skeleton height={174} radius="sm" />}>
        <MessageBody
          label={t('field.content')}
          html={form.values.content}
          variables={[]}
          hasVariables={false}
          images={false}
          short
          onChange={(content) => form.form.setFieldValue('content', content)}
          errors={form.field('content').error as string | undefined}
        />
      </Suspense>
      <TextInput label={t('field.button_text')} maxLength={50} {...form.field('button_text')} />
      <TextInput
        label={t('field.button_link')}
        description={t('linkText')}
        placeholder="https://"
        maxLength={2000}
        {...form.field('button_link')}
      />
    </FormSection>
  );
}

function Showing({ form }: { form: Handle }) {
  const { t } = useTranslation('notifications');
  return (
    <FormSection title={t('section.showing')}>
      <Select
        label={t('field.show_format')}
        description={t('formatText')}
        data={showFormats.map((value) => ({ value, label: t(`formatName.${value}`) }))}
        allowDeselect={false}
        {...form.field('show_format')}
      />
      <Select
        label={t('field.type')}
        data={notificationTypes.map((value) => ({ value, label: t(`typeName.${value}`) }))}
        allowDeselect={false}
        {...form.field('type')}
      />
      <div className={classes.pair}>
        <TextInput
          className={classes.short}
          label={t('field.start_date')}
          description={t('dayText')}
          type="date"
          {...form.field('start_date')}
        />
        <TextInput
          className={classes.short}
          label={t('field.end_date')}
          description={t('dayText')}
          type="date"
          {...form.field('end_date')}
        />
      </div>
      <Switch label={t('field.active')} {...form.field('active', { type: 'checkbox' })} />
    </FormSection>
  );
}

function Targets({ form, companies }: { form: Handle; companies: SystemNotification['companies'] }) {
  const { t } = useTranslation('notifications');
  const [search, setSearch] = useState('');
  const { data } = useQuery(companiesNamedQuery(search));
  return (
    <FormSection title={t('section.targets')}>
      <Select
        label={t('field.target_user_role')}
        placeholder={t('anyRole')}
        data={roles.map((value) => ({ value, label: t(`roleName.${value}`) }))}
        clearable
        {...form.field('target_user_role')}
      />
      <Select
        label={t('field.target_can_search')}
        placeholder={t('anySearch')}
        data={(['true', 'false'] as const).map((value) => ({ value, label: t(`searchName.${value}`) }))}
        clearable
        {...form.field('target_can_search')}
      />
      <NamedPicker
        label={t('field.company_ids')}
        description={t('companiesText')}
        placeholder={t('findCompany')}
        nothingFoundMessage={t('noCompany')}
        chosen={companies}
        found={data?.companies ?? []}
        search={search}
        onSearch={setSearch}
        {...form.field('company_ids')}
      />
      <Select
        label={t('field.region')}
        placeholder={t('anyRegion')}
        data={notificationRegions.map((value) => ({ value, label: t(`regionName.${value}`) }))}
        clearable
        {...form.field('region')}
      />
    </FormSection>
  );
}

interface SystemFormProps {
  notification: SystemNotification | undefined;
  onDone: (saved: SystemNotification) => void;
  onCancel: () => void;
}

/** NOTF-005, NOTF-006 */
export function SystemForm({ notification, onDone, onCancel }: SystemFormProps): ReactNode {
  const { t } = useTranslation('notifications');
  useScreenEvent('editor', () => sendEvent('Message: Open Editor', { Message_Editor_Type: 'Notification' }));
  const { save } = useSystemNotifications();
  const form = useServerForm<FormValues, SystemNotification>({
    initialValues: startValues(notification),
    submit: (values) => save(notification?.id, settingsOf(values)),
    onDone,
  });
  const preview = () => {
    const shown = { ...(settingsOf(form.values) as SystemNotificationInput), id: undefined };
    if (shown.show_format === 'full') void openNotification(shown);
    else showShort({ notification: shown, learnMore: t('learnMore'), hide: { label: t('hide'), act: () => undefined } });
  };
  return (
    <ServerForm
      form={form}
      submitLabel={notification ? t('save') : t('create')}
      onCancel={onCancel}
      guard
      aside={
        <Button variant="default" onClick={preview} disabled={form.values.title.trim() === ''}>
          {t('preview')}
        </Button>
      }
    >
      <Content form={form} />
      <Showing form={form} />
      <Targets form={form} companies={notification?.companies ?? []} />
    </ServerForm>
  );
}
