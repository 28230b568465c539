import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { LinkProblem } from './LinkProblem.tsx';

function Confirmation({ token, email, before, onDone }: { token: string; email: string; before: string; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useServerForm({
    initialValues: {},
    submit: () => api.ownAddress.confirm({ token }, { context: { visitor: true } }),
    onDone,
  });
  return (
    <>
      <SignInHead title={t('address.title')} note={t('address.text', { before, email })} />
      <ServerForm form={form} bare>
        <Button type="submit" fullWidth loading={form.pending}>
          {t('address.submit')}
        </Button>
      </ServerForm>
    </>
  );
}

/** Behind the link that was sent to a new address. Programs that open links in mail change nothing: it takes the button. */
export function AddressLink({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const [isDone, setDone] = useState(false);
  const { data, error, refetch } = useQuery(
    orpc.ownAddress.find.queryOptions({ input: { token }, context: { visitor: true }, retry: false, staleTime: Infinity }),
  );
  if (error instanceof ApiError && error.status === 400) {
    return (
      <LinkProblem title={t('address.failed')} problem={error.message}>
        <Button component={Link} to="/settings" fullWidth>
          {t('address.another')}
        </Button>
      </LinkProblem>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={1} />;
  if (!isDone) return <Confirmation token={token} {...data} onDone={() => setDone(true)} />;
  return (
    <>
      <SignInHead title={t('address.doneTitle')} note={t('address.doneText', { email: data.email })} />
      {/* Whoever is signed in here is shown with the new address. */}
      <Button component="a" href="/" fullWidth>
        {t('address.continue')}
      </Button>
    </>
  );
}
