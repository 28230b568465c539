import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Brand } from '../frame/Brand.tsx';
import classes from './pages.module.css';

const ActingNotice = lazyPart(() => import('#features/impersonation/components/ActingNotice.tsx'), 'ActingNotice', ['impersonation']);

/** Staff who act as somebody of a company without a license find their way back here too. */
function Acting() {
  const { data: user } = useQuery({ ...meQuery, enabled: false });
  if (!user || user.impersonated_by === null) return null;
  return (
    <Suspense>
      <ActingNotice name={user.name} company={user.company.company_name} />
    </Suspense>
  );
}

function Notice({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('app');
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Acting />
      <Brand />
      <h1 className={classes.title} style={{ marginTop: 24 }}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button component="a" href="/" variant="default">
          {t('page.checkAgain')}
        </Button>
        <Button component="a" href="/logout/" variant="subtle" color="gray">
          {t('page.signOut')}
        </Button>
      </div>
    </main>
  );
}

export function LicenseExpiredPage() {
  const { t } = useTranslation('app');
  return <Notice title={t('page.expired')} text={t('page.expiredText')} />;
}

export function LicenseNotStartedPage() {
  const { t } = useTranslation('app');
  return <Notice title={t('page.notStarted')} text={t('page.notStartedText')} />;
}

/** ACC-021: says when access resumes. */
export function LimitExceededPage() {
  const { t } = useTranslation('app');
  return <Notice title={t('page.limit')} text={t('page.limitText')} />;
}
