import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SignInHead } from '#ui/SignInHead.tsx';
import { LinkProblem } from './LinkProblem.tsx';

/** ACC-009: The link works once, so React must not send it twice when it renders twice. */
export function Activation({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const { data, error } = useQuery({
    queryKey: ['activation', token],
    queryFn: () => api.registration.activate({ token }, { context: { visitor: true } }),
    staleTime: Infinity,
    retry: false,
  });
  if (error) {
    const isKept = error instanceof ApiError && error.code === 'sso_required';
    return (
      <LinkProblem title={t('activate.failed')} problem={error.message}>
        <Button component={Link} to={isKept ? '/login/sso' : '/users/need-activation'} fullWidth>
          {isKept ? t('activate.sso') : t('activate.another')}
        </Button>
      </LinkProblem>
    );
  }
  if (!data) {
    return (
      <>
        <SignInHead title={t('activate.doing')} note="" />
        <Loader size="sm" aria-label={t('activate.doing')} />
      </>
    );
  }
  return (
    <>
      <SignInHead title={t('activate.done')} note={t('activate.doneText', { email: data.email })} />
      <Button component={Link} to="/login" fullWidth>
        {t('signIn')}
      </Button>
    </>
  );
}
