import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type CompanyId, useInvitations } from '../api/invitations.ts';

/** EMP-079 */
export function useResend({ company, id, email }: { company: CompanyId; id: number; email: string }) {
  const { t } = useTranslation('invitations');
  const { resend } = useInvitations(company);
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    void resend(id)
      .then(() => showSnackbar({ message: t('resent', { email }), tone: 'success', key: 'invitations' }), showError)
      .finally(() => setBusy(false));
  };
  return { act, isBusy };
}
