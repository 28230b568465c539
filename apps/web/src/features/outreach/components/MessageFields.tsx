import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { namesIn } from '@headwater/domain/outreach/variables';
import { VariableValues } from '#features/editor/components/VariableValues.tsx';
import { type KnownValues, valueAmong } from '#features/editor/model/variables.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { ReplyTarget } from '../model/thread.ts';
import type { MessageForm } from './use-message-form.ts';

const subjectHeight = 20 + 36;
/** In pixels with toolbar and buttons, so that loading the editor shifts nothing. */
const editorHeight = 254 + 12 + 30;
/** With three lines. */
const replyHeight = 134 + 8 + 30;
const AttachmentList = lazyPart(() => import('#features/editor/components/AttachmentList.tsx'), 'AttachmentList');
const SubjectField = lazyPart(() => import('#features/editor/components/SubjectField.tsx'), 'SubjectField', ['editor']);
const MessageBody = lazyPart(() => import('#features/editor/components/MessageBody.tsx'), 'MessageBody', ['editor']);

function focusValue(button: HTMLElement, name: string): void {
  const field = button.closest('form')?.querySelector<HTMLInputElement>(`[data-value-of="${name}"]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

interface MessageFieldsProps {
  form: MessageForm;
  values: KnownValues | undefined;
  replyTo?: Pick<ReplyTarget, 'email' | 'subject'> | undefined;
  children?: ReactNode;
}

function FillIn({ text, form, values }: Pick<MessageFieldsProps, 'form' | 'values'> & { text: string }) {
  const { t } = useTranslation('outreach');
  const valueOf = valueAmong(values, form.values.custom_variables);
  const name = namesIn(text).find((one) => valueOf(one) === '');
  if (name === undefined) return null;
  return (
    <Button size="compact-xs" type="button" variant="light" onClick={({ currentTarget }) => focusValue(currentTarget, name)}>
      {t('enterValue', { name })}
    </Button>
  );
}

export function MessageFields({ form, values: known, replyTo, children }: MessageFieldsProps) {
  const { t } = useTranslation('outreach');
  const isReply = replyTo !== undefined;
  const { values } = form;
  // EDIT-033: a custom variable. The form asks for its value below.
  const onAddVariable = (name: string) => {
    const isThere = values.custom_variables.some((variable) => variable.name === name);
    if (!isThere) form.form.setFieldValue('custom_variables', [...values.custom_variables, { name, value: '', data: [] }]);
  };
  const shared = { variables: values.custom_variables, values: known, onAddVariable };
  return (
    <>
      {(!replyTo?.subject || values.subject !== '') && (
        <Suspense fallback={<Skeleton height={subjectHeight} radius="sm" data-field-ahead />}>
          <div data-first-field>
            <SubjectField
              {...shared}
              label={t('subject')}
              value={values.subject}
              onChange={(subject) => form.form.setFieldValue('subject', subject)}
              errors={form.field('subject').error as string | undefined}
              errorAction={<FillIn text={values.subject} form={form} values={known} />}
            />
          </div>
        </Suspense>
      )}
      <Suspense fallback={<Skeleton height={isReply ? replyHeight : editorHeight} radius="sm" />}>
        <MessageBody
          {...shared}
          label={replyTo ? t('replyTo', { email: replyTo.email }) : t('body')}
          short={isReply}
          html={values.body}
          onChange={(html) => form.form.setFieldValue('body', html)}
          errors={form.field('body').error as string | undefined}
          errorAction={<FillIn text={values.body} form={form} values={known} />}
        />
        <VariableValues
          variables={values.custom_variables}
          texts={[values.subject, values.body]}
          known={known}
          onChange={(variables) => form.form.setFieldValue('custom_variables', variables)}
        />
        <AttachmentList
          files={values.attachment_ids}
          errors={form.field('attachment_ids').error as string | undefined}
          onChange={(files) => form.form.setFieldValue('attachment_ids', files)}
        >
          {children}
        </AttachmentList>
      </Suspense>
    </>
  );
}
