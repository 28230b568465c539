import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AttachmentView, TemplateView } from '@headwater/contract/templates';
import { AttachmentList } from '#features/editor/components/AttachmentList.tsx';
import { LintList } from '#features/editor/components/LintList.tsx';
import { MessageBody } from '#features/editor/components/MessageBody.tsx';
import { SubjectField } from '#features/editor/components/SubjectField.tsx';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { useRefreshTemplates } from '../api/templates.ts';
import { TemplatePreview } from './TemplatePreview.tsx';
import classes from './templates.module.css';

type Values = {
  name: string;
  subject: string;
  body: string;
  access_type: 'public' | 'private';
  custom_variables: DraftVariable[];
  /** Files as displayed; only their ids are sent. */
  attachment_ids: AttachmentView[];
};

const valuesOf = (template: TemplateView): Values => ({
  name: template.name,
  subject: template.subject,
  body: template.body,
  access_type: template.access_type,
  custom_variables: template.custom_variables,
  attachment_ids: template.attachments,
});

interface TemplateFormProps {
  template: TemplateView;
  /** True: saving creates a new template from it. */
  isNew: boolean;
  onSaved: (template: TemplateView) => void;
  onDelete?: (() => void) | undefined;
  onCancel: () => void;
}

function AccessChoice({ form }: { form: ServerFormHandle<Values> }) {
  const { t } = useTranslation('templates');
  return (
    <div>
      <div className={classes.label}>{t('access')}</div>
      <SegmentedControl
        size="xs"
        aria-label={t('access')}
        value={form.values.access_type}
        onChange={(access) => form.form.setFieldValue('access_type', access as Values['access_type'])}
        data={[
          { value: 'public', label: t('public') },
          { value: 'private', label: t('private') },
        ]}
      />
    </div>
  );
}

function WriteFields({ form, mayHide }: { form: ServerFormHandle<Values>; mayHide: boolean }) {
  const { t } = useTranslation('templates');
  const { values } = form;
  const { setFieldValue } = form.form;
  const errorOf = (name: keyof Values) => form.field(name).error as string | undefined;
  const addVariable = (name: string) => setFieldValue('custom_variables', [...values.custom_variables, { name, value: '', data: [] }]);
  const texts = [values.subject, values.body];
  return (
    <>
      <TextInput label={t('name')} required maxLength={255} {...form.field('name')} />
      {mayHide && <AccessChoice form={form} />}
      <SubjectField
        label={t('subject')}
        value={values.subject}
        variables={values.custom_variables}
        onAddVariable={addVariable}
        errors={errorOf('subject')}
        onChange={(subject) => setFieldValue('subject', subject)}
      />
      <MessageBody
        label={t('body')}
        html={values.body}
        variables={values.custom_variables}
        onAddVariable={addVariable}
        unsubscribe
        errors={errorOf('body')}
        onChange={(body) => setFieldValue('body', body)}
      />
      <AttachmentList
        files={values.attachment_ids}
        errors={errorOf('attachment_ids')}
        onChange={(files) => setFieldValue('attachment_ids', files)}
      />
      <VariableValues
        variables={values.custom_variables}
        texts={texts}
        onChange={(variables) => setFieldValue('custom_variables', variables)}
      />
      <LintList subject={values.subject} body={values.body} custom={values.custom_variables} />
    </>
  );
}

/** TPL-012, TPL-014: edits a template, or previews it for a person. */
export function TemplateForm({ template, isNew, onSaved, onDelete, onCancel }: TemplateFormProps) {
  const { t } = useTranslation(['templates', 'ui']);
  useScreenEvent('editor', () => sendEvent('Message: Open Editor', { Message_Editor_Type: 'Template' }));
  const [view, setView] = useState<'write' | 'preview'>('write');
  const refresh = useRefreshTemplates();
  const form = useServerForm<Values, TemplateView>({
    initialValues: valuesOf(template),
    submit: ({ attachment_ids: files, ...values }) => {
      const input = { ...values, attachment_ids: files.map(({ id }) => id) };
      return isNew ? api.templates.create(input) : api.templates.update({ id: template.id, ...input });
    },
    onDone: (saved) => {
      void refresh(saved);
      onSaved(saved);
    },
  });
  const { values } = form;
  const mayHide = isNew || template.creator === null || template.permissions.edit;
  return (
    <ServerForm
      form={form}
      guard
      submitLabel={isNew ? t('create') : t('save', { ns: 'ui' })}
      onCancel={onCancel}
      aside={
        onDelete && (
          <Button variant="subtle" color="red" onClick={onDelete}>
            {t('delete')}
          </Button>
        )
      }
    >
      <div className={classes.form}>
        <SegmentedControl
          size="xs"
          className={classes.views}
          value={view}
          aria-label={t('template')}
          onChange={(next) => setView(next as 'write' | 'preview')}
          data={[
            { value: 'write', label: t('write') },
            { value: 'preview', label: t('preview') },
          ]}
        />
        {view === 'write' ? (
          <WriteFields form={form} mayHide={mayHide} />
        ) : (
          <TemplatePreview subject={values.subject} body={values.body} variables={values.custom_variables} />
        )}
      </div>
    </ServerForm>
  );
}
