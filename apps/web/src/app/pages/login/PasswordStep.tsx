import { Anchor, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFirstFocus } from '#lib/first-focus.ts';
import type { useSignInForm } from './use-sign-in-form.ts';
import classes from './login.module.css';

interface PasswordStepProps {
  form: ReturnType<typeof useSignInForm>;
  onOtherEmail: () => void;
}

/** Who is signing in, and their password. */
export function PasswordStep({ form, onOtherEmail }: PasswordStepProps) {
  const { t } = useTranslation(['app', 'ui']);
  const focus = useFirstFocus<HTMLInputElement>();
  const { email } = form.values;
  return (
    <>
      <div className={classes.known}>
        <span className={classes.knownEmail}>{email}</span>
        <Anchor component="button" type="button" size="sm" onClick={onOtherEmail}>
          {t('signIn.change')}
        </Anchor>
      </div>
      {/* Password managers fill both fields only where both are there. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="current-password"
        ref={focus}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
        {...form.field('password')}
      />
    </>
  );
}
