import { Button } from '@mantine/core';
import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { Outcome } from '#features/outreach/api/accept-consent.ts';
import { Brand } from '../../frame/Brand.tsx';
import classes from '../pages.module.css';

function Connected() {
  const { t } = useTranslation('outreach');
  const navigate = useNavigate();
  useEffect(() => {
    showSnackbar({ message: t('connected'), tone: 'success', key: 'mail-service' });
    void navigate({ to: '/messaging/settings', replace: true });
  }, [navigate, t]);
  return null;
}

/** MSET-011: no mailbox was connected, with the reason. */
function Refused({ text }: { text: string }) {
  const { t } = useTranslation('outreach');
  const title = t('service.failed');
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Brand />
      <h1 className={classes.title} style={{ marginTop: 24 }}>
        {title}
      </h1>
      {text !== title && (
        <p className={classes.text} role="alert">
          {text}
        </p>
      )}
      <div className={classes.actions}>
        <Button component="a" href="/messaging/settings">
          {t('service.back')}
        </Button>
      </div>
    </main>
  );
}

export function ServiceSetPage() {
  const { t } = useTranslation('outreach');
  const outcome = useLoaderData({ strict: false }) as Outcome;
  if (outcome.connected) return <Connected />;
  return <Refused text={typeof outcome.why === 'string' ? t(`service.${outcome.why}`) : outcome.why.message} />;
}
