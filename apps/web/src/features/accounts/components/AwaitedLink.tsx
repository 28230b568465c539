import { Anchor, Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';

interface AwaitedLinkProps {
  kind: 'needActivation' | 'needVerification';
  /** Empty if unknown. */
  email: string;
}

const visitor = { context: { visitor: true } };

/** ACC-007, ACC-008 */
export function AwaitedLink({ kind, email }: AwaitedLinkProps) {
  const { t } = useTranslation('accounts');
  const [isKnown] = useState(email !== '');
  const form = useServerForm({
    initialValues: { email },
    validate: { email: (value) => (value.trim() === '' ? t('emptyField') : null) },
    submit: async ({ email: typed }) => {
      const call = kind === 'needActivation' ? api.registration.resendActivation : api.registration.resendVerification;
      try {
        await call({ email: typed.trim() }, visitor);
      } catch (error) {
        // ACC-064, ACC-065: one text replaces all errors except an invalid address.
        if (error instanceof ApiError && error.fields['email'] === undefined)
          throw new ApiError({ status: error.status, message: t(`awaited.${kind}.failed`) });
        throw error;
      }
    },
    onDone: () => {
      showSnackbar({ message: t('resent'), tone: 'success', key: 'resent' });
    },
  });
  return (
    <>
      <SignInHead title={t(`awaited.${kind}.title`)} note={isKnown ? t(`awaited.${kind}.textTo`, { email }) : t(`awaited.${kind}.text`)} />
      <ServerForm form={form} bare>
        {!isKnown && <TextInput type="email" inputMode="email" label={t('email')} autoComplete="username" {...form.field('email')} />}
        <Button type="submit" fullWidth variant="default" loading={form.pending}>
          {t('resend')}
        </Button>
        <Anchor component={Link} to="/login" size="sm">
          {t('backToSignIn')}
        </Anchor>
      </ServerForm>
    </>
  );
}
