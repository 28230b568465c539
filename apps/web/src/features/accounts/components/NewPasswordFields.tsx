import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import type { ServerFormHandle } from '#ui/form.tsx';

// A type alias, because forms need an index signature.
export type NewPassword = { password: string; password_repeat: string };
export const noPassword: NewPassword = { password: '', password_repeat: '' };

export function useNewPasswordChecks() {
  const { t } = useTranslation('accounts');
  return {
    password: (value: string) => (value === '' ? t('emptyField') : null),
    password_repeat: (value: string, { password }: NewPassword) => (value === password ? null : t('password.differs')),
  };
}

interface FieldsProps {
  form: Pick<ServerFormHandle<NewPassword>, 'field'>;
  label: string;
  focus?: Ref<HTMLInputElement>;
}

/** ACC-056 to ACC-058 */
export function NewPasswordFields({ form, label, focus }: FieldsProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const toggle = { 'aria-label': t('showPassword', { ns: 'ui' }) };
  return (
    <>
      <PasswordInput
        label={label}
        description={t('password.rules')}
        autoComplete="new-password"
        ref={focus}
        visibilityToggleButtonProps={toggle}
        {...form.field('password')}
      />
      <PasswordInput
        label={t('password.repeat')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.field('password_repeat')}
      />
    </>
  );
}
