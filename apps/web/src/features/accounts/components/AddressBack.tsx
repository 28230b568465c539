import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { LinkProblem } from './LinkProblem.tsx';
import { NewPasswordFields, noPassword, useNewPasswordChecks } from './NewPasswordFields.tsx';

const visitor = { context: { visitor: true } } as const;

interface ReturnFormProps {
  token: string;
  email: string;
  now: string;
  onDone: () => void;
}

function ReturnForm({ token, email, now, onDone }: ReturnFormProps) {
  const { t } = useTranslation('accounts');
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: noPassword,
    validate: useNewPasswordChecks(),
    submit: (values) => api.ownAddress.takeBack({ token, ...values }, visitor),
    onDone,
  });
  return (
    <>
      <SignInHead title={t('back.title')} note={t('back.text', { email, now })} />
      <Alert color="yellow" p="sm" mb="lg">
        {t('back.ends')}
      </Alert>
      <ServerForm form={form} bare>
        {/* Password managers save the new password under this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} label={t('password.new')} focus={focus} />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('back.submit')}
        </Button>
      </ServerForm>
    </>
  );
}

/** accounts/README.md, reclaimed addresses: only the button changes the account, because mail scanners open links. */
export function AddressBack({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useQuery(
    orpc.ownAddress.findReturn.queryOptions({ input: { token }, ...visitor, retry: false, staleTime: Infinity }),
  );
  if (isDone) {
    return (
      <>
        <SignInHead title={t('back.doneTitle')} note={t('back.doneText', { email: data?.email ?? '' })} />
        <Button component={Link} to="/login" fullWidth>
          {t('signIn')}
        </Button>
      </>
    );
  }
  if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
    return (
      <LinkProblem title={t('address.failed')} problem={error.message}>
        <p>{t('back.ask')}</p>
        <Button component={Link} to="/login" fullWidth>
          {t('signIn')}
        </Button>
      </LinkProblem>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <ReturnForm token={token} {...data} onDone={() => setDone(true)} /> : <SkeletonForm fields={2} />;
}
