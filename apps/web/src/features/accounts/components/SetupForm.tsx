import { Button, TextInput } from '@mantine/core';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { brand } from '#lib/brand.ts';
import { firstAccountMade } from '#lib/current-user.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { NewPasswordFields, noPassword, useNewPasswordChecks } from './NewPasswordFields.tsx';

const names = { company: 'organization', first: 'given-name', last: 'family-name' };

interface SetupFormProps {
  /** The code from the printed address. Empty: the user types it. */
  code: string;
  onDone: (signIn: { email: string; password: string }) => Promise<void>;
  onClosed: () => void;
}

export function SetupForm({ code, onDone, onClosed }: SetupFormProps) {
  const { t } = useTranslation('accounts');
  const focus = useFirstFocus<HTMLInputElement>();
  const filled = (value: string) => (value.trim() === '' ? t('emptyField') : null);
  const form = useServerForm({
    initialValues: { code, company_name: '', first_name: '', last_name: '', email: '', ...noPassword },
    validate: {
      code: filled,
      company_name: filled,
      first_name: filled,
      last_name: filled,
      email: filled,
      ...useNewPasswordChecks(),
    },
    submit: async (values) => {
      try {
        const { email } = await api.setup.create({ ...values, language: currentLanguage() }, { context: { visitor: true } });
        firstAccountMade();
        await onDone({ email, password: values.password });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'setup_closed') throw error;
        firstAccountMade();
        onClosed();
      }
    },
  });
  return (
    <>
      <SignInHead title={t('setup.title', { name: brand.name })} note={t('setup.text')} />
      <ServerForm form={form} bare>
        <TextInput
          label={t('setup.code')}
          description={t('setup.codeText')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          {...form.field('code')}
          {...(code === '' ? { ref: focus } : {})}
        />
        <TextInput
          label={t('setup.company')}
          autoComplete={names.company}
          maxLength={255}
          {...form.field('company_name')}
          {...(code === '' ? {} : { ref: focus })}
        />
        <TextInput label={t('firstName')} autoComplete={names.first} maxLength={255} {...form.field('first_name')} />
        <TextInput label={t('lastName')} autoComplete={names.last} maxLength={255} {...form.field('last_name')} />
        <TextInput type="email" inputMode="email" label={t('email')} autoComplete="username" {...form.field('email')} />
        <NewPasswordFields form={form} label={t('password.label')} />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('setup.submit')}
        </Button>
      </ServerForm>
    </>
  );
}
