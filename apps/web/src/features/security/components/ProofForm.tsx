import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import type { Proof } from '../api/security.ts';

interface ProofFormProps<R> {
  hasPassword: boolean;
  hasCode: boolean;
  text: string;
  submitLabel: string;
  submit: (proof: Proof) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
}

/** Asks for the password again, or for a code where there are any. */
export function ProofForm<R>({ hasPassword, hasCode, text, submitLabel, submit, onDone, onCancel }: ProofFormProps<R>) {
  const { t } = useTranslation(['security', 'ui']);
  const [byCode, setByCode] = useState(!hasPassword);
  const form = useServerForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (!byCode && value === '' ? t('emptyField') : null),
      code: (value) => (byCode && value.trim() === '' ? t('emptyField') : null),
    },
    submit: ({ password, code }) => submit(byCode ? { code } : { password }),
    onDone,
  });
  return (
    <ServerForm form={form} submitLabel={submitLabel} onCancel={onCancel}>
      <p style={{ margin: 0 }}>{text}</p>
      {byCode ? (
        <TextInput key="code" label={t('anyCode')} autoComplete="one-time-code" data-autofocus {...form.field('code')} />
      ) : (
        <PasswordInput
          key="password"
          label={t('currentPassword')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
          {...form.field('password')}
        />
      )}
      {hasPassword && hasCode && (
        <Anchor component="button" type="button" size="sm" style={{ alignSelf: 'start' }} onClick={() => setByCode(!byCode)}>
          {t(byCode ? 'usePassword' : 'useCode')}
        </Anchor>
      )}
    </ServerForm>
  );
}
