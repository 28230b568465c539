import { Anchor, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, orpc } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Captcha } from './Captcha.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { NewPasswordFields, noPassword, useNewPasswordChecks } from './NewPasswordFields.tsx';

const names = { first: 'given-name', last: 'family-name' };

interface FormProps {
  onDone: (email: string) => void;
  ways: ReactNode;
}

function OpenRegistration({ onDone, ways }: FormProps) {
  const { t } = useTranslation('accounts');
  const focus = useFirstFocus<HTMLInputElement>();
  const [tries, setTries] = useState(0);
  const filled = (value: string) => (value.trim() === '' ? t('emptyField') : null);
  const form = useServerForm({
    initialValues: { first_name: '', last_name: '', email: '', ...noPassword, captcha: '' },
    validate: { first_name: filled, last_name: filled, email: filled, ...useNewPasswordChecks() },
    submit: async (values) => {
      try {
        await api.registration.register({ ...values, language: currentLanguage() }, { context: { visitor: true } });
      } finally {
        setTries((count) => count + 1);
      }
    },
    onDone: (_result, { email }) => onDone(email.trim()),
  });
  return (
    <>
      <SignInHead title={t('register.title')} note={t('register.text')} />
      <ServerForm form={form} bare>
        <TextInput label={t('firstName')} autoComplete={names.first} maxLength={255} ref={focus} {...form.field('first_name')} />
        <TextInput label={t('lastName')} autoComplete={names.last} maxLength={255} {...form.field('last_name')} />
        <TextInput type="email" inputMode="email" label={t('email')} autoComplete="username" {...form.field('email')} />
        <NewPasswordFields form={form} label={t('password.label')} />
        <Captcha
          key={tries}
          onAnswer={(answer) => form.form.setFieldValue('captcha', answer)}
          error={form.form.errors['captcha']?.toString()}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('register.submit')}
        </Button>
        {ways}
        <Anchor component={Link} to="/login" size="sm">
          {t('register.have')}
        </Anchor>
      </ServerForm>
    </>
  );
}

/** ACC-010: shows a contact if registration is closed. */
export function RegistrationForm({ onDone, ways }: FormProps) {
  const { t } = useTranslation('accounts');
  const { data, error, refetch } = useQuery(orpc.registration.state.queryOptions());
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={5} />;
  if (data.is_open) return <OpenRegistration onDone={onDone} ways={ways} />;
  return (
    <>
      <SignInHead title={t('register.closed')} note={t('register.closedText')} />
      <Button component={Link} to="/login" fullWidth>
        {t('signIn')}
      </Button>
    </>
  );
}
