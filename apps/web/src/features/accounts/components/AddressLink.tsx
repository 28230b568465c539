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

interface ConfirmationProps {
  token: string;
  email: string;
  before: string;
  onDone: () => void;
  onRefused: () => Promise<unknown>;
}

function Confirmation({ token, email, before, onDone, onRefused }: ConfirmationProps) {
  const { t } = useTranslation('accounts');
  const form = useServerForm({
    initialValues: {},
    submit: async () => {
      try {
        return await api.ownAddress.confirm({ token });
      } catch (error) {
        await onRefused();
        throw error;
      }
    },
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

/** Only the button confirms the address, because mail scanners open links. */
export function AddressLink({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const [doneFor, setDoneFor] = useState<string>();
  const { data, error, refetch } = useQuery(orpc.ownAddress.find.queryOptions({ input: { token }, retry: false, staleTime: Infinity }));
  if (doneFor !== undefined) {
    return (
      <>
        <SignInHead title={t('address.doneTitle')} note={t('address.doneText', { email: doneFor })} />
        <Button component="a" href="/" fullWidth>
          {t('address.continue')}
        </Button>
      </>
    );
  }
  if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
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
  return <Confirmation token={token} {...data} onDone={() => setDoneFor(data.email)} onRefused={() => refetch()} />;
}
