import { Select, TextInput } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import type { EditedEducation } from '../model/form.ts';
import classes from './editor.module.css';
import { ItemList } from './ItemList.tsx';
import { Part } from './Part.tsx';
import { ReferenceInput, referenceId } from './ReferenceInput.tsx';

const levels = ['secondary', 'bachelor', 'master', 'doctor', 'other'] as const;
const yearOf = (text: string): number | null => (text === '' ? null : Number(text.replace(/\D/g, '')) || null);

function Education({ education, index }: { education: EditedEducation; index: number }) {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const at = `educations.${index}` as const;
  const set = (change: Partial<EditedEducation>) => {
    form.setFieldValue(at, (before: EditedEducation) => ({ ...before, ...change }));
    for (const name of Object.keys(change)) form.clearFieldError(`${at}.${name}`);
  };
  const year = (name: 'start_year' | 'end_year') => ({
    label: t(`education.${name}`),
    inputMode: 'numeric' as const,
    maxLength: 4,
    value: education[name]?.toString() ?? '',
    error: errorAt(form, `${at}.${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: yearOf(event.currentTarget.value) }),
  });
  return (
    <>
      <div className={classes.halves}>
        <ReferenceInput
          field="educationSearch"
          label={t('education.institution')}
          maxLength={255}
          value={education.institution}
          error={errorAt(form, `${at}.institution`)}
          onText={(institution) => set({ institution, university_id: null })}
          onPick={(one) => set({ institution: one.name, university_id: referenceId(one) })}
        />
        <TextInput
          label={t('education.study')}
          maxLength={255}
          value={education.field ?? ''}
          error={errorAt(form, `${at}.field`)}
          onChange={({ currentTarget: { value } }) => set({ field: value })}
        />
      </div>
      <div className={classes.study}>
        <Select
          label={t('education.level')}
          clearable
          data={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
          value={education.level ?? null}
          onChange={(level) => set({ level })}
        />
        <TextInput {...year('start_year')} />
        <TextInput {...year('end_year')} />
      </div>
    </>
  );
}

export function EducationsPart() {
  const { t } = useTranslation('profile-editor');
  return (
    <Part title={t('field.educations')} fields={['educations']}>
      <ItemList
        list="educations"
        addFirst
        addLabel={t('addEducation')}
        make={() => ({ institution: '', field: '', level: null, start_year: null, end_year: null })}
        itemName={({ institution }, index) => institution || t('nth', { place: index + 1 })}
      >
        {(education, index) => <Education education={education} index={index} />}
      </ItemList>
    </Part>
  );
}
