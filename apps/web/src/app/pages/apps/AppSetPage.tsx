import { useLoaderData, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { atsVendors, type ConsentVendor } from '@headwater/domain/ats/vendors';
import type { AppOutcome } from '#features/ats/api/accept-consent.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ConsentRefused } from '../ConsentRefused.tsx';

function Connected({ vendor }: { vendor: ConsentVendor }) {
  const { t } = useTranslation('ats');
  const navigate = useNavigate();
  useEffect(() => {
    showSnackbar({ message: t('connected', { service: atsVendors[vendor].title }), tone: 'success', key: 'app' });
    void navigate({ to: `/apps/${vendor}/connect`, replace: true });
  }, [navigate, t, vendor]);
  return null;
}

/** ATS-008 */
export function AppSetPage() {
  const { t } = useTranslation('ats');
  const outcome = useLoaderData({ strict: false }) as AppOutcome;
  if (outcome.connected) return <Connected vendor={outcome.vendor} />;
  const service = atsVendors[outcome.vendor].title;
  const { why } = outcome;
  const text =
    why === 'denied' ? t('consentDenied', { service }) : why === 'incomplete' ? t('consentIncomplete', { service }) : why.message;
  return <ConsentRefused title={t('notConnected', { service })} text={text} back={{ label: t('backToApps'), to: '/apps' }} />;
}
