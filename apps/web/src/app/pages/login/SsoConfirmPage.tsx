import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '#lib/api-error.ts';
import { api, orpc } from '#lib/api.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { SignInFrame } from './SignInFrame.tsx';

const route = getRouteApi('/login/sso/confirm');
const visitor = { context: { visitor: true } } as const;

function Confirmation({ token, onRefused }: { token: string; onRefused: () => Promise<unknown> }) {
  const { t } = useTranslation('sso');
  const form = useServerForm({
    initialValues: {},
    submit: async () => {
      try {
        const { next } = await api.sso.confirm({ token }, visitor);
        globalThis.location.assign(next);
      } catch (error) {
        await onRefused();
        throw error;
      }
    },
  });
  return (
    <ServerForm form={form} bare>
      <Button type="submit" fullWidth loading={form.pending}>
        {t('confirm.submit')}
      </Button>
    </ServerForm>
  );
}

function SsoConfirmation({ token }: { token: string }) {
  const { t } = useTranslation('sso');
  const { data, error, refetch } = useQuery(
    orpc.sso.findConfirmation.queryOptions({ input: { token }, ...visitor, retry: false, staleTime: Infinity }),
  );
  if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
    return (
      <>
        <SignInHead title={t('confirm.failed')} />
        <Alert color="red" role="alert" p="sm" my="lg">
          {error.message}
        </Alert>
        <Button component={Link} to="/login/sso" fullWidth>
          {t('confirm.again')}
        </Button>
      </>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={1} />;
  return (
    <>
      <SignInHead title={t('confirm.title')} note={t('confirm.text', data)} />
      <Alert color="yellow" p="sm" mb="lg">
        {t('confirm.warning')}
      </Alert>
      <Confirmation token={token} onRefused={() => refetch()} />
    </>
  );
}

/** ADR 33. Requires a click, because mail scanners open links. */
export function SsoConfirmPage() {
  const { t } = useTranslation('sso');
  const { token } = route.useSearch();
  usePageTitle(t('confirm.title'));
  return (
    <SignInFrame>
      <SsoConfirmation token={token ?? ''} />
    </SignInFrame>
  );
}
