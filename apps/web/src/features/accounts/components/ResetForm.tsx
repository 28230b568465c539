import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { LinkProblem } from './LinkProblem.tsx';
import { NewPasswordFields, noPassword, useNewPasswordChecks } from './NewPasswordFields.tsx';

function NewPasswordForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: noPassword,
    validate: useNewPasswordChecks(),
    submit: (values) => api.passwords.reset({ token, ...values }, { context: { visitor: true } }),
    onDone,
  });
  return (
    <>
      <SignInHead title={t('reset.title')} note={email} />
      <ServerForm form={form} bare>
        {/* Password managers save the new password under this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} label={t('password.new')} focus={focus} />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('reset.submit')}
        </Button>
      </ServerForm>
    </>
  );
}

/** ACC-012: each link works once. */
export function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useQuery(
    orpc.passwords.findReset.queryOptions({ input: { token }, context: { visitor: true }, retry: false, staleTime: Infinity }),
  );
  if (isDone) {
    return (
      <>
        <SignInHead title={t('reset.doneTitle')} note={t('reset.doneText')} />
        <Button component={Link} to="/login" fullWidth>
          {t('signIn')}
        </Button>
      </>
    );
  }
  if (error instanceof ApiError && error.status === 400) {
    return (
      <LinkProblem title={error.message} problem={t('reset.badLink')}>
        <Button component={Link} to="/users/recover" fullWidth>
          {t('reset.another')}
        </Button>
      </LinkProblem>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <NewPasswordForm token={token} email={data.email} onDone={() => setDone(true)} /> : <SkeletonForm fields={2} />;
}
