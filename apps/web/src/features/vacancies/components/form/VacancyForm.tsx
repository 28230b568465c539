import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { VacancyView } from '@headwater/contract/vacancies';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useSaveVacancy } from '../../api/vacancies.ts';
import { useFormOptions, useOptionsError } from './form-options.ts';
import { IdsField } from './IdsField.tsx';
import { changedValues, type FormValues, sentValues, TermFields, usualCurrency } from './TermFields.tsx';
import classes from './VacancyForm.module.css';

interface VacancyFormProps {
  vacancy?: VacancyView;
  /** A new vacancy starts with the values of this one. */
  source?: VacancyView | undefined;
  onDone: (saved: VacancyView) => void;
  onCancel: () => void;
  descriptionHelp?: (props: DescriptionHelp) => ReactNode;
}

export interface DescriptionHelp {
  name: string;
  companyName: string;
  onText: (text: string) => void;
}

type Options = NonNullable<ReturnType<typeof useFormOptions>>;

/** VAC-002, VAC-004. */
export function VacancyForm(props: VacancyFormProps) {
  const options = useFormOptions(props.vacancy ?? props.source);
  const error = useOptionsError();
  if (error && !options) return <ErrorState error={error} />;
  return <div className={classes.form}>{options ? <LoadedForm {...props} options={options} /> : <SkeletonForm fields={6} />}</div>;
}

function startValues(vacancy: VacancyView | undefined, { me, options }: { me: number; options: Options }): FormValues {
  return {
    name: vacancy?.name ?? '',
    company_name: vacancy?.company_name ?? '',
    description: vacancy?.description ?? '',
    access_type: vacancy?.access_type ?? 'public',
    location: vacancy?.location ?? '',
    salary_from: vacancy?.salary_from ?? '',
    salary_to: vacancy?.salary_to ?? '',
    salary_currency: vacancy?.salary_currency ?? (vacancy ? null : usualCurrency()),
    headcount: vacancy?.headcount ?? '',
    deadline: vacancy?.deadline ?? '',
    assignees: vacancy ? vacancy.assignees.map(({ id }) => id) : [me],
    granted_users: vacancy ? vacancy.granted_users.map(({ id }) => id) : [],
    statuses: vacancy ? vacancy.statuses.filter((status) => status.is_active).map(({ id }) => id) : options.defaultStatuses,
  };
}

/** Former colleagues stay in the source only. */
const presentOnes = (members: VacancyView['assignees']) => members.filter((one) => !one.is_former).map(({ id }) => id);

function copiedValues(source: VacancyView, values: FormValues, name: string): FormValues {
  return { ...values, name, assignees: presentOnes(source.assignees), granted_users: presentOnes(source.granted_users) };
}

function LoadedForm({ vacancy, source, options, onDone, onCancel, descriptionHelp }: VacancyFormProps & { options: Options }) {
  const { t } = useTranslation('vacancies');
  const user = useCurrentUser();
  const save = useSaveVacancy(vacancy?.id);
  const focus = useFirstFocus<HTMLInputElement>();
  const [start] = useState(() => startValues(vacancy ?? source, { me: user.id, options }));
  const form = useServerForm({
    initialValues: source ? copiedValues(source, start, t('copyOf', { name: source.name }).slice(0, 255)) : start,
    submit: (values) => save(vacancy ? changedValues(start, values) : sentValues(values)),
    onDone,
  });
  return (
    <ServerForm form={form} submitLabel={vacancy ? t('saveVacancy') : t('create')} onCancel={onCancel} guard>
      <TextInput ref={focus} label={t('vacancyName')} required maxLength={255} {...form.field('name')} />
      <TextInput label={t('companyName')} maxLength={255} {...form.field('company_name')} />
      {descriptionHelp?.({
        name: form.values.name,
        companyName: form.values.company_name,
        onText: (text) => form.form.setFieldValue('description', text),
      })}
      <Textarea label={t('description')} autosize minRows={4} maxRows={16} maxLength={10_000} {...form.field('description')} />
      <TermFields form={form} />
      <AccessFields form={form} options={options} />
    </ServerForm>
  );
}

function AccessFields({ form, options }: { form: ServerFormHandle<FormValues>; options: Options }) {
  const { t } = useTranslation('vacancies');
  const ids = (name: 'assignees' | 'granted_users' | 'statuses') => ({
    ids: form.values[name],
    onIds: (next: number[]) => {
      form.form.setFieldValue(name, next);
      form.form.clearFieldError(name);
    },
    error: form.form.errors[name],
    name,
  });
  return (
    <>
      <Radio.Group label={t('visibility')} {...form.field('access_type')}>
        <Stack gap="sm" mt={4}>
          <Radio size="sm" value="public" label={t('public')} description={t('publicHelp')} />
          <Radio size="sm" value="private" label={t('private')} description={t('privateHelp')} />
        </Stack>
      </Radio.Group>
      <IdsField label={t('recruiters')} description={t('recruitersHelp')} options={options.assignees} {...ids('assignees')} />
      <IdsField label={t('hiringManagers')} description={t('hiringManagersHelp')} options={options.granted} {...ids('granted_users')} />
      <IdsField label={t('statuses')} description={t('statusesHelp')} options={options.statuses} {...ids('statuses')} />
    </>
  );
}
