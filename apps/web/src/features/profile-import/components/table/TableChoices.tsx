import { Radio, Select, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import { duplicatePolicies, type DuplicatePolicy } from '@headwater/domain/profiles/table-import';
import { maxTags } from '@headwater/domain/profiles/tags';
import { useTranslation } from '#lib/use-translation.ts';
import { statusesQuery, vacanciesQuery } from '../../api/tables.ts';
import classes from './table.module.css';

export interface Choices {
  duplicates: DuplicatePolicy;
  vacancy: { id: number; name: string } | undefined;
  status: number | undefined;
  statuses: Readonly<Record<string, number>>;
  tags: string[];
}

export const noChoices: Choices = { duplicates: 'skip', vacancy: undefined, status: undefined, statuses: {}, tags: [] };

interface TableChoicesProps {
  preview: TableImportPreview;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

function useStatusOptions() {
  const { data } = useQuery(statusesQuery);
  return (data?.statuses ?? []).filter((status) => status.is_active).map(({ id, name }) => ({ value: String(id), label: name }));
}

function VacancyChoice({ choices, onChange }: Omit<TableChoicesProps, 'preview'>) {
  const { t } = useTranslation('profile-import');
  const { vacancy } = choices;
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search, 200);
  const { data } = useQuery(vacanciesQuery(query === vacancy?.name ? '' : query));
  const found = (data?.folders ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const own =
    vacancy && !found.some(({ value }) => value === String(vacancy.id)) ? [{ value: String(vacancy.id), label: vacancy.name }] : [];
  const options = [...own, ...found];
  return (
    <Select
      label={t('table.vacancy')}
      placeholder={t('table.noVacancy')}
      data={options}
      value={vacancy ? String(vacancy.id) : null}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('table.noVacancyFound')}
      onChange={(value) => {
        const chosen = options.find((option) => option.value === value);
        onChange({ ...choices, vacancy: chosen && { id: Number(chosen.value), name: chosen.label } });
      }}
    />
  );
}

/** IMP-009: statuses of the file and those of the company. */
function StatusChoices({ preview, choices, onChange }: TableChoicesProps) {
  const { t } = useTranslation('profile-import');
  const options = useStatusOptions();
  const byName = (name: string) => options.find(({ label }) => label.toLowerCase() === name.toLowerCase())?.value;
  return (
    <div className={classes.statuses}>
      <Select
        label={t('table.status')}
        placeholder={t('table.firstStatus')}
        data={options}
        value={choices.status === undefined ? null : String(choices.status)}
        clearable
        onChange={(value) => onChange({ ...choices, status: value === null ? undefined : Number(value) })}
      />
      {preview.statuses.map((value) => (
        <Select
          key={value}
          label={t('table.statusOf', { status: value })}
          placeholder={t('table.sameStatus')}
          data={options}
          value={choices.statuses[value] === undefined ? (byName(value) ?? null) : String(choices.statuses[value])}
          onChange={(status) => status !== null && onChange({ ...choices, statuses: { ...choices.statuses, [value]: Number(status) } })}
          allowDeselect={false}
        />
      ))}
    </div>
  );
}

export function TableChoices({ preview, choices, onChange }: TableChoicesProps) {
  const { t } = useTranslation('profile-import');
  const hasVacancy = choices.vacancy !== undefined || preview.vacancies.length > 0;
  return (
    <section className={classes.section} aria-label={t('table.choices')}>
      <h2 className={classes.heading}>{t('table.choices')}</h2>
      <Radio.Group
        label={t('table.duplicates')}
        value={choices.duplicates}
        onChange={(value) => onChange({ ...choices, duplicates: value as DuplicatePolicy })}
      >
        <div className={classes.radios}>
          {duplicatePolicies.map((policy) => (
            <Radio key={policy} value={policy} label={t(`table.policies.${policy}`)} description={t(`table.policyTexts.${policy}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.fields}>
        <VacancyChoice choices={choices} onChange={onChange} />
        <TagsInput
          label={t('table.tags')}
          placeholder={choices.tags.length === 0 ? t('table.tagsHint') : ''}
          value={choices.tags}
          maxTags={maxTags}
          onChange={(tags) => onChange({ ...choices, tags })}
        />
      </div>
      {preview.vacancies.length > 0 && <p className={classes.note}>{t('table.vacancyColumn')}</p>}
      {hasVacancy && <StatusChoices preview={preview} choices={choices} onChange={onChange} />}
    </section>
  );
}
