import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hiringManagerSections } from '@headwater/domain/permission-flags';
import { useTranslation } from '#lib/use-translation.ts';
import type { ServerFormHandle } from '#ui/form.tsx';
import { companySectionsQuery } from '../api/employees.ts';
import type { FormValues, Sees } from '../model/form-values.ts';
import classes from './employees.module.css';

/** ROLE-050: sections without an own setting follow the company. */
export function SectionFields({ form, companyId }: { form: ServerFormHandle<FormValues>; companyId: number | undefined }) {
  const { t } = useTranslation('employees');
  const { data } = useQuery(companySectionsQuery(companyId));
  return (
    <>
      <p className={classes.quiet}>{t('seesText')}</p>
      {hiringManagerSections.map((name) => {
        const ofCompany = data?.hm_display_sections[name];
        const labels: Record<Sees, string> = {
          company: ofCompany === undefined ? t('sees.company') : t(ofCompany ? 'sees.companyOn' : 'sees.companyOff'),
          on: t('sees.on'),
          off: t('sees.off'),
        };
        return (
          <Select
            key={name}
            label={t(`sectionName.${name}`)}
            allowDeselect={false}
            data={(['company', 'on', 'off'] as const).map((value) => ({ value, label: labels[value] }))}
            {...form.field(`sees_${name}`)}
          />
        );
      })}
    </>
  );
}
