import { Button, type ButtonProps } from '@mantine/core';
import type { InvitationView } from '@headwater/contract/invitations';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { mayLeave } from '#ui/unsaved.ts';
import type { CompanyId } from '../api/invitations.ts';
import { InviteForm } from './InviteForm.tsx';

interface InviteButtonProps extends ButtonProps {
  company: CompanyId;
  /** Of whom the list is that it stands over. */
  role?: InvitationView['role'];
}

const openInvite = (title: string, { company, role }: { company: CompanyId; role: InvitationView['role'] }) =>
  openModal({
    title,
    size: 'md',
    mayClose: mayLeave,
    content: (close) => <InviteForm company={company} role={role} close={close} />,
  });

/** Opens the dialog. For whoever may invite (`manage_employees` of the domain). */
export function InviteButton({ company, role = 'worker', ...props }: InviteButtonProps) {
  const { t } = useTranslation('invitations');
  return (
    <Button {...props} onClick={() => void openInvite(t('invite'), { company, role })}>
      {t('invite')}
    </Button>
  );
}
