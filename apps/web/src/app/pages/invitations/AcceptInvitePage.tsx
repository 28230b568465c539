import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { type ComponentProps, useEffect } from 'react';
import { openedQuery } from '#features/invitations/api/invitations.ts';
import { AcceptForm, AcceptThroughProvider, AddressTaken } from '#features/invitations/components/AcceptForm.tsx';
import { ApiError } from '#lib/api-error.ts';
import { announceUser, meQuery, sessionBegan } from '#lib/current-user.ts';
import { showLanguage } from '#lib/i18n.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Brand } from '../../frame/Brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../frame/Preferences.tsx';
import classes from '../login/login.module.css';

function Closed() {
  const { t } = useTranslation('invitations');
  return (
    <>
      <h1 className={classes.title}>{t('failed')}</h1>
      <p className={classes.note}>{t('failedText')}</p>
      <Button component={Link} to="/login" variant="default" fullWidth>
        {t('signIn')}
      </Button>
    </>
  );
}

function Opened(props: ComponentProps<typeof AcceptForm>) {
  const { invitation } = props;
  if (invitation.address_taken) return <AddressTaken invitation={invitation} />;
  return invitation.must_use_sso ? <AcceptThroughProvider invitation={invitation} /> : <AcceptForm {...props} />;
}

/** EMP-077: without a side menu. */
export function AcceptInvitePage() {
  const { t } = useTranslation('invitations');
  const { key } = useParams({ strict: false }) as { key: string };
  const { data, error, refetch } = useQuery(openedQuery(key));
  const router = useRouter();
  const client = useQueryClient();
  usePageTitle(data ? t('join', { company: data.company_name }) : t('title'));
  const language = data?.language;
  useEffect(() => {
    if (language) void showLanguage(language);
  }, [language]);

  const enter = async (next: string) => {
    sessionBegan();
    client.clear();
    try {
      announceUser((await client.ensureQueryData(meQuery)).id);
    } catch {
      // The account exists; the next page loads the data that failed here.
      globalThis.location.assign(next);
      return;
    }
    router.history.push(next);
  };
  const isClosed = error instanceof ApiError && error.status === 404;
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Brand />
        <div className={classes.card}>
          {data && <Opened invitationKey={key} invitation={data} onAccepted={enter} />}
          {isClosed && !data && <Closed />}
          {error && !isClosed && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!error && !data && <SkeletonForm fields={4} />}
        </div>
        <div className={classes.foot}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </main>
  );
}
