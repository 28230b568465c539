import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { ConsentOutcome } from '#lib/accept-consent.ts';
import { ConsentRefused } from '../ConsentRefused.tsx';

function Connected() {
  const { t } = useTranslation('outreach');
  const navigate = useNavigate();
  useEffect(() => {
    showSnackbar({ message: t('connected'), tone: 'success', key: 'mail-service' });
    void navigate({ to: '/messaging/settings', replace: true });
  }, [navigate, t]);
  return null;
}

export function ServiceSetPage() {
  const { t } = useTranslation('outreach');
  const outcome = useLoaderData({ strict: false }) as ConsentOutcome;
  if (outcome.connected) return <Connected />;
  // MSET-011
  const text = typeof outcome.why === 'string' ? t(`service.${outcome.why}`) : outcome.why.message;
  return <ConsentRefused title={t('service.failed')} text={text} back={{ label: t('service.back'), to: '/messaging/settings' }} />;
}
