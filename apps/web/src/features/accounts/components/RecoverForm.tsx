import { Anchor, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { Captcha } from './Captcha.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';

/** ACC-011: the text is the same for addresses with and without an account. */
export function RecoverForm({ email }: { email: string }) {
  const { t } = useTranslation('accounts');
  const [sentTo, setSentTo] = useState<string>();
  const [tries, setTries] = useState(0);
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: { email, captcha: '' },
    validate: { email: (value) => (value.trim() === '' ? t('emptyField') : null) },
    submit: async ({ email: typed, captcha }) => {
      try {
        await api.passwords.recover({ email: typed.trim(), captcha }, { context: { visitor: true } });
      } finally {
        setTries((count) => count + 1);
      }
    },
    onDone: (_result, { email: typed }) => setSentTo(typed.trim()),
  });
  const back = (
    <Anchor component={Link} to="/login" size="sm">
      {t('backToSignIn')}
    </Anchor>
  );
  if (sentTo !== undefined) {
    return (
      <>
        <SignInHead title={t('recover.sentTitle')} note={t('recover.sentText', { email: sentTo })} />
        <Button type="button" variant="default" fullWidth mb="md" onClick={() => setSentTo(undefined)}>
          {t('recover.again')}
        </Button>
        {back}
      </>
    );
  }
  return (
    <>
      <SignInHead title={t('recover.title')} note={t('recover.text')} />
      <ServerForm form={form} bare>
        <TextInput type="email" inputMode="email" label={t('email')} autoComplete="username" ref={focus} {...form.field('email')} />
        <Captcha
          key={tries}
          onAnswer={(answer) => form.form.setFieldValue('captcha', answer)}
          error={form.form.errors['captcha']?.toString()}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('recover.submit')}
        </Button>
        {back}
      </ServerForm>
    </>
  );
}
