import { Select, TagsInput, TextInput } from '@mantine/core';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import type { EditedCourse } from '../model/form.ts';
import classes from './editor.module.css';
import { ItemList } from './ItemList.tsx';
import { Part, useFieldProps } from './Part.tsx';

const genders = ['female', 'male'] as const;
/** Common salary currencies, ISO 4217. A profile's other currency stays. */
const currencies = 'EUR USD GBP RUB KZT BYN UAH UZS AMD GEL KGS AZN TRY PLN CHF AED ILS INR CNY'.split(' ');
const usual = () => (currentLanguage() === 'ru' ? 'RUB' : 'EUR');

function SalaryField() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const { amount, currency } = form.values.salary;
  const set = (salary: typeof form.values.salary) => {
    form.setFieldValue('salary', salary);
    for (const name of ['salary', 'salary.amount', 'salary.currency']) form.clearFieldError(name);
  };
  const field = useFieldProps('salary');
  return (
    <div className={classes.salary}>
      <TextInput
        label={t('field.salary')}
        inputMode="decimal"
        maxLength={16}
        value={amount}
        {...(field.description && { description: field.description, descriptionProps: field.descriptionProps })}
        inputWrapperOrder={field.inputWrapperOrder}
        error={errorAt(form, 'salary.amount') ?? errorAt(form, 'salary.currency') ?? errorAt(form, 'salary')}
        onChange={({ currentTarget: { value } }) => set({ amount: value, currency: currency || usual() })}
      />
      <Select
        label={t('currency')}
        allowDeselect={false}
        searchable
        data={[...new Set([...currencies, currency || usual()])]}
        value={currency || usual()}
        onChange={(next) => next && set({ amount, currency: next })}
      />
    </div>
  );
}

export function DetailsPart() {
  const { t } = useTranslation('profile-editor');
  const gender = useFieldProps('gender');
  return (
    <Part title={t('part.details')}>
      <div className={classes.halves}>
        <TextInput label={t('field.industry')} maxLength={255} {...useFieldProps('industry')} />
        <SalaryField />
        <TextInput type="date" label={t('field.birthdate_exact')} max="9999-12-31" {...useFieldProps('birthdate_exact')} />
        <Select
          label={t('field.gender')}
          clearable
          data={genders.map((value) => ({ value, label: t(`gender.${value}`) }))}
          {...gender}
          value={gender.value || null}
          onChange={(next) => gender.onChange(next ?? '')}
        />
        <TextInput label={t('field.name_latin')} maxLength={255} {...useFieldProps('name_latin')} />
        <TextInput label={t('field.nick')} maxLength={255} {...useFieldProps('nick')} />
      </div>
    </Part>
  );
}

function Course({ course, index }: { course: EditedCourse; index: number }) {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const at = `courses_and_certificates.${index}` as const;
  return (
    <div className={classes.course}>
      <TextInput aria-label={t('course')} placeholder={t('course')} maxLength={255} {...form.getInputProps(`${at}.name`)} />
      <TextInput
        aria-label={t('year')}
        placeholder={t('year')}
        inputMode="numeric"
        maxLength={4}
        value={course.year?.toString() ?? ''}
        error={errorAt(form, `${at}.year`)}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue(`${at}.year`, Number(value.replaceAll(/\D/g, '')) || null);
          form.clearFieldError(`${at}.year`);
        }}
      />
    </div>
  );
}

export function CoursesPart() {
  const { t } = useTranslation('profile-editor');
  return (
    <Part title={t('field.courses_and_certificates')} fields={['courses_and_certificates']}>
      <ItemList
        list="courses_and_certificates"
        shape="line"
        addLabel={t('addCourse')}
        make={() => ({ name: '', year: null })}
        itemName={({ name }, index) => name || t('nth', { place: index + 1 })}
      >
        {(course, index) => <Course course={course} index={index} />}
      </ItemList>
    </Part>
  );
}

export function InterestsPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const { interests } = form.values;
  return (
    <Part title={t('field.interests')} fields={['interests']}>
      <TagsInput
        aria-label={t('field.interests')}
        placeholder={interests.length === 0 ? t('interestsHint') : ''}
        maxTags={100}
        maxLength={100}
        value={interests}
        error={interests.map((_, index) => errorAt(form, `interests.${index}`)).find(Boolean)}
        onChange={(next) => {
          form.setFieldValue('interests', next);
          form.clearErrors();
        }}
        clearable={false}
        splitChars={[',', ';', '\n']}
        acceptValueOnBlur
      />
    </Part>
  );
}
