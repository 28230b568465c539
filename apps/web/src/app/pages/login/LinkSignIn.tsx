import { Alert, Button, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { CodeStep } from './CodeStep.tsx';
import type { SignedIn } from './signed-in.ts';
import classes from './login.module.css';

interface LinkSignInProps {
  token: string;
  next: string | undefined;
  onSignedIn: (answer: SignedIn) => Promise<void>;
}

/** ACC-018: the token works once, so exactly one request sends it, even if React renders twice. */
export function LinkSignIn({ token, next, onSignedIn }: LinkSignInProps) {
  const { t } = useTranslation('app');
  const { data, error } = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => api.accounts.confirmSignIn({ token, ...(next === undefined ? {} : { next }) }, { context: { visitor: true } }),
    staleTime: Infinity,
    retry: false,
  });
  const entered = useRef(false);
  const navigate = useNavigate();
  const search = next === undefined ? {} : { next };
  useEffect(() => {
    if (!data || data.confirmation || entered.current) return;
    entered.current = true;
    void onSignedIn(data);
  }, [data, onSignedIn]);
  if (data?.confirmation) {
    const again = () => void navigate({ to: '/login', search });
    return <CodeStep confirmation={data.confirmation} next={next} onSignedIn={onSignedIn} onAgain={again} />;
  }
  if (!error) {
    return (
      <>
        <h1 className={classes.title}>{t('signIn.linkTitle')}</h1>
        <Loader size="sm" mt="md" aria-label={t('signIn.linkTitle')} />
      </>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{t('signIn.linkFailed')}</h1>
      <Alert color="red" role="alert" p="sm" my="lg">
        {error.message}
      </Alert>
      <Button renderRoot={(props) => <Link to="/login" search={search} {...props} />} fullWidth>
        {t('signIn.again')}
      </Button>
    </>
  );
}
