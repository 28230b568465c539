import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ExtensionNotification } from '@headwater/contract/extension-notifications';
import { accessTypes } from '@headwater/domain/companies/dropdowns';
import { groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { FormSection } from '#ui/FormSection.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useExtensionNotifications } from '../api/extension.ts';
import classes from './notifications.module.css';

interface ExtensionFormProps {
  notification: ExtensionNotification | undefined;
  onDone: (saved: ExtensionNotification) => void;
  onCancel: () => void;
}

const spaced = (list = '') => list.replaceAll(',', ', ');

const startValues = (known: ExtensionNotification | undefined) => ({
  title: known?.title ?? '',
  description_en: known?.description_en ?? '',
  description_ru: known?.description_ru ?? '',
  text_en: known?.text_en ?? '',
  text_ru: known?.text_ru ?? '',
  sites: spaced(known?.sites),
  versions_shown: spaced(known?.versions_shown),
  versions_hidden: spaced(known?.versions_hidden),
  weight: (known?.weight ?? 0) as number | string,
  access_type: known?.access_type ?? null,
});

/** NOTF-002, NOTF-003 */
export function ExtensionForm({ notification, onDone, onCancel }: ExtensionFormProps) {
  const { t } = useTranslation('notifications');
  useScreenEvent('editor', () => sendEvent('Message: Open Editor', { Message_Editor_Type: 'Notification' }));
  const { save } = useExtensionNotifications();
  const form = useServerForm({
    initialValues: startValues(notification),
    submit: ({ weight, ...values }) => save(notification?.id, { ...values, weight: weight === '' ? 0 : Number(weight) }),
    onDone,
  });
  return (
    <ServerForm form={form} submitLabel={notification ? t('save') : t('create')} onCancel={onCancel} guard>
      <FormSection title={t('section.content')}>
        <TextInput label={t('field.title')} required maxLength={255} {...form.field('title')} />
        <TextInput
          label={t('field.description_en')}
          description={t('descriptionText')}
          maxLength={1000}
          {...form.field('description_en')}
        />
        <TextInput label={t('field.description_ru')} maxLength={1000} {...form.field('description_ru')} />
        <Textarea label={t('field.text_en')} autosize minRows={3} maxRows={12} maxLength={10_000} {...form.field('text_en')} />
        <Textarea label={t('field.text_ru')} autosize minRows={3} maxRows={12} maxLength={10_000} {...form.field('text_ru')} />
      </FormSection>
      <FormSection title={t('section.where')}>
        <TextInput label={t('field.sites')} description={t('sitesText')} placeholder="linkedin.com, *.hh.ru" {...form.field('sites')} />
        <TextInput
          label={t('field.versions_shown')}
          description={t('versionsShownText')}
          placeholder="1.4.0, 1.4.0c"
          {...form.field('versions_shown')}
        />
        <TextInput
          label={t('field.versions_hidden')}
          description={t('versionsHiddenText')}
          placeholder="1.3.2"
          {...form.field('versions_hidden')}
        />
        <Select
          label={t('field.access_type')}
          placeholder={t('anyAccess')}
          data={accessTypes.map((value) => ({ value, label: t(`accessName.${value}`) }))}
          clearable
          {...form.field('access_type')}
        />
        <NumberInput
          label={t('field.weight')}
          description={t('weightText')}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator={groupSeparator(currentLanguage())}
          classNames={{ wrapper: classes.short }}
          {...form.field('weight')}
        />
      </FormSection>
    </ServerForm>
  );
}
