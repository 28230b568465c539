import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import type { SocialStep } from '@headwater/contract/social-sign-in';
import { type SocialBackend, socialBackendNames } from '@headwater/domain/companies/social-sign-in';
import { Link } from '@tanstack/react-router';
import { useFirstFocus } from '#lib/first-focus.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SignInHead } from '#ui/SignInHead.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { confirmPassword, register } from '../api/social.ts';
import classes from './social.module.css';

export interface Entered {
  next: string;
  confirmation: SocialStep['confirmation'];
}

interface StepProps {
  backend: SocialBackend;
  step: SocialStep;
}
type FormProps = StepProps & { onEntered: (answer: Entered) => Promise<void> };

const names = { first: 'given-name', last: 'family-name' };

function BackToSignIn() {
  const { t } = useTranslation('social-sign-in');
  return (
    <Anchor component={Link} to="/login" size="sm">
      {t('otherWay')}
    </Anchor>
  );
}

/** ACC-004. */
export function NewcomerNotice({ backend, step }: StepProps) {
  const { t } = useTranslation('social-sign-in');
  const parts = { service: socialBackendNames[backend], email: step.email };
  return (
    <>
      <SignInHead title={t('newcomer.title')} note={t(step.may_register ? 'newcomer.text' : 'newcomer.closed', parts)} />
      <div className={classes.actions}>
        {step.may_register && (
          <Button fullWidth renderRoot={(props) => <Link to="/oauth/$step/$backend" params={{ step: 'register', backend }} {...props} />}>
            {t('newcomer.register')}
          </Button>
        )}
        <Button component={Link} to="/login" fullWidth variant="default">
          {t('otherWay')}
        </Button>
      </div>
    </>
  );
}

/** ACC-003: registration without the address, which the service has confirmed. */
export function RegisterForm({ backend, step, onEntered }: FormProps) {
  const { t } = useTranslation('social-sign-in');
  const focus = useFirstFocus<HTMLInputElement>();
  const filled = (value: string) => (value.trim() === '' ? t('emptyField') : null);
  const form = useServerForm({
    initialValues: { first_name: step.first_name, last_name: step.last_name },
    validate: { first_name: filled, last_name: filled },
    submit: async (values) => onEntered(await register({ backend, step: step.step, ...values, language: currentLanguage() })),
  });
  return (
    <>
      <SignInHead title={t('register.title')} note={t('register.text')} />
      <ServerForm form={form} bare>
        <TextInput
          label={t('email')}
          description={t('confirmedBy', { service: socialBackendNames[backend] })}
          value={step.email}
          readOnly
          variant="filled"
        />
        <TextInput label={t('firstName')} autoComplete={names.first} maxLength={255} ref={focus} {...form.field('first_name')} />
        <TextInput label={t('lastName')} autoComplete={names.last} maxLength={255} {...form.field('last_name')} />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('register.submit')}
        </Button>
        <BackToSignIn />
      </ServerForm>
    </>
  );
}

/** ACC-005: an account has this address, so its password is required. */
export function PasswordForm({ backend, step, onEntered }: FormProps) {
  const { t } = useTranslation(['social-sign-in', 'ui']);
  const focus = useFirstFocus<HTMLInputElement>();
  const parts = { service: socialBackendNames[backend], email: step.email };
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('emptyField') : null) },
    submit: async ({ password }) => onEntered(await confirmPassword({ backend, step: step.step, password })),
  });
  return (
    <>
      <SignInHead title={t('password.title', parts)} note={t('password.text', parts)} />
      <ServerForm form={form} bare>
        <input type="email" name="email" autoComplete="username" value={step.email} readOnly hidden />
        <PasswordInput
          label={t('password.label')}
          autoComplete="current-password"
          ref={focus}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
          {...form.field('password')}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('password.submit')}
        </Button>
        <Anchor size="sm" renderRoot={(props) => <Link to="/users/recover" search={{ email: step.email }} {...props} />}>
          {t('password.forgot')}
        </Anchor>
        <BackToSignIn />
      </ServerForm>
    </>
  );
}

export function StepOver({ message }: { message: string }) {
  const { t } = useTranslation('social-sign-in');
  return (
    <>
      <SignInHead title={t('over')} note={message} />
      <Button component={Link} to="/login" fullWidth>
        {t('again')}
      </Button>
    </>
  );
}
