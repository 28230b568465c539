import { NumberInput, Select, TextInput } from '@mantine/core';
import { currencies, type Currency, maxHeadcount, maxSalary } from '@headwater/domain/vacancies/terms';
import { groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { ServerFormHandle } from '#ui/form.tsx';
import type { VacancyValues } from '../../api/vacancies.ts';
import classes from './VacancyForm.module.css';

type Terms = 'salary_from' | 'salary_to' | 'salary_currency' | 'headcount' | 'deadline';

/** Empty fields hold an empty text. */
export type FormValues = Omit<VacancyValues, Terms> & {
  salary_from: number | '';
  salary_to: number | '';
  salary_currency: Currency | null;
  headcount: number | '';
  deadline: string;
};

export const usualCurrency = (): Currency => (currentLanguage() === 'ru' ? 'RUB' : 'EUR');

const numberOf = (value: number | '') => (value === '' ? null : value);

export function sentValues(values: FormValues): VacancyValues {
  const [from, to] = [numberOf(values.salary_from), numberOf(values.salary_to)];
  return {
    ...values,
    salary_from: from,
    salary_to: to,
    salary_currency: from === null && to === null ? null : values.salary_currency,
    headcount: numberOf(values.headcount),
    deadline: values.deadline || null,
  };
}

/** Fields to save. Others keep the changes of colleagues. */
export function changedValues(before: FormValues, after: FormValues): Partial<VacancyValues> {
  const known: Record<string, unknown> = sentValues(before);
  const changes = Object.entries(sentValues(after)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]));
  return Object.fromEntries(changes);
}

export function TermFields({ form }: { form: ServerFormHandle<FormValues> }) {
  const { t } = useTranslation('vacancies');
  const amount = {
    min: 0,
    max: maxSalary,
    allowDecimal: false,
    allowNegative: false,
    thousandSeparator: groupSeparator(currentLanguage()),
  };
  return (
    <>
      <TextInput label={t('location')} maxLength={255} {...form.field('location')} />
      <div className={classes.salary}>
        <NumberInput label={t('salaryFrom')} {...amount} {...form.field('salary_from')} />
        <NumberInput label={t('salaryTo')} {...amount} {...form.field('salary_to')} />
        <Select label={t('currency')} data={currencies} searchable allowDeselect={false} {...form.field('salary_currency')} />
      </div>
      <div className={classes.salary}>
        <NumberInput
          label={t('headcount')}
          min={1}
          max={maxHeadcount}
          allowDecimal={false}
          allowNegative={false}
          {...form.field('headcount')}
        />
        <TextInput label={t('deadline')} type="date" max="2999-12-31" {...form.field('deadline')} />
      </div>
    </>
  );
}
