import { Textarea, TextInput } from '@mantine/core';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useEditor } from '../model/editor-form.ts';
import classes from './editor.module.css';
import { Part, useFieldProps } from './Part.tsx';

export function NamePart() {
  const { t } = useTranslation('profile-editor');
  const focus = useFirstFocus<HTMLInputElement>();
  return (
    <Part title={t('part.person')}>
      <div className={classes.thirds}>
        <TextInput ref={focus} label={t('field.first_name')} maxLength={255} {...useFieldProps('first_name')} />
        <TextInput label={t('field.last_name')} maxLength={255} {...useFieldProps('last_name')} />
        <TextInput label={t('field.patronymic')} maxLength={255} {...useFieldProps('patronymic')} />
      </div>
      <div className={classes.headline}>
        <TextInput label={t('field.headline')} maxLength={255} {...useFieldProps('headline')} />
        <TextInput label={t('field.order_id')} maxLength={255} {...useFieldProps('order_id')} />
      </div>
    </Part>
  );
}

export function AboutPart() {
  const { t } = useTranslation('profile-editor');
  const { form } = useEditor();
  return (
    <Part title={t('field.about')} fields={['about']}>
      <Textarea aria-label={t('field.about')} autosize minRows={3} maxRows={14} maxLength={10_000} {...form.getInputProps('about')} />
    </Part>
  );
}
