import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { InvitationView } from '@headwater/contract/invitations';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type CompanyId, useInvitations } from '../api/invitations.ts';
import { useCopyLink } from './use-copy-link.tsx';
import { ResendButton } from './ResendButton.tsx';

interface InvitationActionsProps {
  company: CompanyId;
  invitation: InvitationView;
}

export function InvitationActions({ company, invitation }: InvitationActionsProps) {
  const { t } = useTranslation(['invitations', 'ui']);
  const { id, email } = invitation;
  const { revoke } = useInvitations(company);
  const [isBusy, setBusy] = useState(false);
  const copy = useCopyLink({ company, id, email });
  const end = async () => {
    setBusy(true);
    try {
      const restore = await revoke(invitation);
      const undo = { label: t('undo', { ns: 'ui' }), act: () => void restore().catch(showError) };
      showSnackbar({ message: t('revoked', { email }), tone: 'success', key: 'invitations', action: undo });
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Tooltip label={t('copyLink')}>
        <ActionIcon aria-label={`${t('copyLink')}: ${email}`} loading={copy.isBusy} onClick={copy.act}>
          <IconLink size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <ResendButton company={company} id={id} email={email} />
      <Button
        size="compact-xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconX size={12} aria-hidden />}
        aria-label={`${t('revoke')}: ${email}`}
        onClick={() => void end()}
      >
        {t('revoke')}
      </Button>
    </>
  );
}
