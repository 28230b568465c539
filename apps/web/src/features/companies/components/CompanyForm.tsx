import { Anchor, Button, MultiSelect, NumberInput, PasswordInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CompanyChanges, SeenFields } from '@headwater/contract/companies';
import { changedFields } from '#lib/api-error.ts';
import { groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { FormSection } from '#ui/FormSection.tsx';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { dropdownsQuery } from '../api/companies.ts';
import type { Choices, Field, Settings, sections as allSections } from '../model/fields.ts';
import { changesOf, type FormValues, knownAfter, seenOf, startValues } from '../model/form-values.ts';
import classes from './companies.module.css';
import { SectionIndex } from './SectionIndex.tsx';

type Sections = typeof allSections;
type Dropdowns = Record<Choices, readonly { value: string | number; name: string }[]>;

interface CompanyFormProps<T> {
  sections: Sections;
  settings: Settings;
  choices: Partial<Dropdowns>;
  submitLabel: string;
  submit: (changes: CompanyChanges & { expected?: SeenFields }) => Promise<T>;
  /** Undefined for a new company, because no colleague can change it. */
  latest?: () => Promise<Settings>;
  onDone: (saved: T) => void;
  onCancel?: () => void;
  closed?: string | undefined;
}

interface FieldProps {
  field: Field;
  form: ServerFormHandle<FormValues>;
  choices: Partial<Dropdowns>;
  hasSecret: boolean;
}

const optionsOf = (choices: Partial<Dropdowns>, name: Choices) =>
  (choices[name] ?? []).map(({ value, name: label }) => ({ value: String(value), label }));

const zones = Intl.supportedValuesOf('timeZone');
/** Other systems use zone names that the browser does not list. */
const zonesWith = (zone: unknown) => (typeof zone === 'string' && zone !== '' && !zones.includes(zone) ? [zone, ...zones] : zones);

/** The link opens a new tab, so that the form keeps its input. */
function OwnFactorHint() {
  const { t } = useTranslation('companies');
  return (
    <>
      {t('ownFactor')}{' '}
      <Anchor inherit underline="always" href="/settings#security" target="_blank">
        {t('ownFactorLink')}
      </Anchor>
    </>
  );
}

interface SecretFieldProps {
  label: string;
  input: ReturnType<ServerFormHandle<FormValues>['field']>;
  isSaved: boolean;
  isRemoved: boolean;
  onRemove: (isRemoved: boolean) => void;
}

function SecretField({ label, input, isSaved, isRemoved, onRemove }: SecretFieldProps) {
  const { t } = useTranslation('companies');
  return (
    <Stack gap="xs" align="flex-start">
      <PasswordInput
        label={label}
        w="100%"
        autoComplete="off"
        placeholder={isSaved && !isRemoved ? t('secretSet') : ''}
        description={isSaved ? t(isRemoved ? 'secretRemoved' : 'secretText') : undefined}
        {...input}
        {...(isRemoved ? { value: '', disabled: true } : {})}
      />
      {isSaved && (
        <Button size="xs" variant="default" onClick={() => onRemove(!isRemoved)}>
          {t(isRemoved ? 'secretKeep' : 'secretRemove')}
        </Button>
      )}
    </Stack>
  );
}

function FormField({ field, form, choices, hasSecret }: FieldProps) {
  const { t } = useTranslation('companies');
  const label = t(`field.${field.name}`);
  const input = form.field(field.name);
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          label={label}
          required={field.required ?? false}
          maxLength={field.max}
          {...input}
          placeholder={field.type === 'url' ? 'https://' : ''}
        />
      );
    case 'number':
      return (
        <NumberInput
          label={label}
          min={0}
          allowNegative={false}
          allowDecimal={field.decimal ?? false}
          decimalScale={2}
          thousandSeparator={groupSeparator(currentLanguage())}
          decimalSeparator={currentLanguage() === 'ru' ? ',' : '.'}
          placeholder={field.optional && !field.decimal ? t('unlimited') : ''}
          classNames={{ wrapper: classes.number }}
          {...input}
        />
      );
    case 'switch':
      return <Switch label={label} description={field.hint && <OwnFactorHint />} {...form.field(field.name, { type: 'checkbox' })} />;
    case 'day':
      return <TextInput label={label} type="date" classNames={{ wrapper: classes.number }} {...input} />;
    case 'moment':
      return <TextInput label={label} type="datetime-local" classNames={{ wrapper: classes.date }} {...input} />;
    case 'select':
      return (
        <Select
          label={label}
          data={optionsOf(choices, field.choices)}
          clearable={field.optional ?? false}
          allowDeselect={field.optional ?? false}
          searchable
          {...input}
        />
      );
    case 'several':
      return <MultiSelect label={label} data={optionsOf(choices, field.choices)} {...input} />;
    case 'words':
      return <TagsInput label={label} placeholder={t('domainPlaceholder')} splitChars={[',', ' ', ';']} acceptValueOnBlur {...input} />;
    case 'zone':
      return <Select label={label} data={zonesWith(input['value'])} searchable allowDeselect={false} limit={200} {...input} />;
    case 'secret':
      return (
        <SecretField
          label={label}
          input={input}
          isSaved={hasSecret}
          isRemoved={form.values[field.name] === null}
          onRemove={(isRemoved) => form.form.setFieldValue(field.name, isRemoved ? null : '')}
        />
      );
  }
}

export function CompanyForm<T>({
  sections,
  settings,
  choices,
  submitLabel,
  submit,
  latest,
  onDone,
  onCancel,
  closed,
}: CompanyFormProps<T>) {
  const { t } = useTranslation('companies');
  const [fields] = useState(() => sections.flatMap((section) => section.fields));
  const [before] = useState(() => startValues(fields, settings));
  const known = useRef(settings);
  const save = async (values: FormValues): Promise<T> => {
    const changes = changesOf(fields, { before, values });
    if (!latest) return submit(changes);
    try {
      return await submit({ ...changes, expected: seenOf(known.current, changes) });
    } catch (error) {
      // The error shows that a colleague changed the field. Saving again overwrites that change.
      const changed = changedFields(error);
      if (changed.length > 0) known.current = knownAfter(known.current, await latest().catch(() => known.current), changed);
      throw error;
    }
  };
  const form = useServerForm<FormValues, T>({
    initialValues: before,
    submit: save,
    onDone,
  });
  return (
    <SectionIndex sections={sections}>
      <ServerForm form={form} submitLabel={submitLabel} guard closed={closed} {...(onCancel ? { onCancel } : {})}>
        {sections.map((section) => (
          <FormSection key={section.key} id={`section-${section.key}`} title={t(`section.${section.key}`)}>
            {section.fields.map((field) => (
              <FormField key={field.name} field={field} form={form} choices={choices} hasSecret={settings.has_huntflow_token ?? false} />
            ))}
          </FormSection>
        ))}
      </ServerForm>
    </SectionIndex>
  );
}

export function CompanyFormWithChoices<T>(props: Omit<CompanyFormProps<T>, 'choices'>) {
  const { data, error, refetch } = useQuery(dropdownsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <CompanyForm {...props} choices={data} /> : <SkeletonForm fields={8} />;
}
