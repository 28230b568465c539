import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import { errorAt, useEditor } from '../model/editor-form.ts';
import type { EditedPosition } from '../model/form.ts';
import classes from './editor.module.css';
import { ItemList } from './ItemList.tsx';
import { MonthField } from './MonthField.tsx';
import { Part } from './Part.tsx';
import { ReferenceInput, referenceId } from './ReferenceInput.tsx';

function Position({ position, index }: { position: EditedPosition; index: number }) {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  const at = `positions.${index}` as const;
  const set = (change: Partial<EditedPosition>) => form.setFieldValue(at, (before: EditedPosition) => ({ ...before, ...change }));
  const clearError = (name: string) => form.clearFieldError(`${at}.${name}`);
  return (
    <>
      <div className={classes.halves}>
        <ReferenceInput
          field="position"
          label={t('position.title')}
          maxLength={255}
          value={position.title}
          error={errorAt(form, `${at}.title`)}
          onText={(title) => (set({ title }), clearError('title'))}
          onPick={({ name }) => (set({ title: name }), clearError('title'))}
        />
        <ReferenceInput
          field="companySearch"
          label={t('position.company')}
          maxLength={255}
          value={position.company ?? ''}
          error={errorAt(form, `${at}.company`)}
          onText={(company) => set({ company, company_id: null, company_size: null, industry: null })}
          onPick={(one) => set({ company: one.name, company_id: referenceId(one), company_size: null, industry: null })}
        />
      </div>
      <div className={classes.period}>
        <MonthField
          label={t('position.start')}
          value={position.start}
          error={errorAt(form, `${at}.start`)}
          onChange={(start) => (set({ start }), clearError('start'))}
        />
        <MonthField
          label={t('position.end')}
          value={position.end}
          error={errorAt(form, `${at}.end`)}
          disabled={position.is_current}
          onChange={(end) => (set({ end }), clearError('end'))}
        />
        <Checkbox
          size="sm"
          className={classes.current}
          label={t('position.current')}
          checked={position.is_current}
          onChange={({ currentTarget: { checked } }) => set({ is_current: checked, ...(checked ? { end: null } : {}) })}
        />
      </div>
      <Textarea
        label={t('position.description')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={position.description ?? ''}
        error={errorAt(form, `${at}.description`)}
        onChange={({ currentTarget: { value } }) => set({ description: value })}
      />
    </>
  );
}

export function PositionsPart() {
  const { t } = useTranslation('profile-editor');
  return (
    <Part title={t('field.positions')} fields={['positions']}>
      <ItemList
        list="positions"
        addFirst
        addLabel={t('addPosition')}
        make={() => ({ title: '', company: '', start: null, end: null, is_current: false, description: '' })}
        itemName={({ title, company }, index) => [title, company].filter(Boolean).join(', ') || t('nth', { place: index + 1 })}
      >
        {(position, index) => <Position position={position} index={index} />}
      </ItemList>
    </Part>
  );
}
