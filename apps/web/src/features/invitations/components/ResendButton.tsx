import { Button } from '@mantine/core';
import { useTranslation } from '#lib/use-translation.ts';
import type { CompanyId } from '../api/invitations.ts';
import { useResend } from './use-resend.ts';

export function ResendButton(invitation: { company: CompanyId; id: number; email: string }) {
  const { t } = useTranslation('invitations');
  const { act, isBusy } = useResend(invitation);
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} aria-label={`${t('resend')}: ${invitation.email}`} onClick={act}>
      {t('resend')}
    </Button>
  );
}
