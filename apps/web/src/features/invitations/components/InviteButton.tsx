import { Button, type ButtonProps, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { InvitationView } from '@headwater/contract/invitations';
import { sendsEmailQuery } from '#lib/sends-email.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { mayClose } from '#ui/unsaved.ts';
import type { CompanyId } from '../api/invitations.ts';
import { InviteForm, type InviteFormProps } from './InviteForm.tsx';
import classes from './invitations.module.css';

const InviteFile = lazyPart(() => import('./InviteFile.tsx'), 'InviteFile');

interface InviteButtonProps extends ButtonProps {
  company: CompanyId;
  role?: InvitationView['role'];
}

/** Without e-mail, people are added with a password. */
function InviteDialog(props: InviteFormProps) {
  const { t } = useTranslation('invitations');
  const [isFile, setFile] = useState(false);
  const { data: sendsEmail, isPending } = useQuery(sendsEmailQuery);
  if (isPending) return <SkeletonForm fields={3} />;
  if (sendsEmail !== false)
    return isFile ? (
      <Suspense fallback={<SkeletonForm fields={3} />}>
        <InviteFile company={props.company} close={props.close} />
      </Suspense>
    ) : (
      <InviteForm {...props} onFile={() => setFile(true)} />
    );
  const { company, role, close } = props;
  const list = role === 'hm' ? 'hiring-managers' : 'employees';
  const base = company === undefined ? '/company' : `/companies/${company}`;
  return (
    <>
      <p className={classes.text}>{t('withoutEmail')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button component={Link} to={`${base}/${list}/add`} onClick={close}>
          {t(role === 'hm' ? 'addHiringManager' : 'addEmployee')}
        </Button>
      </Group>
    </>
  );
}

const openInvite = (title: string, { company, role }: { company: CompanyId; role: InvitationView['role'] }) =>
  openModal({
    title,
    size: 'md',
    mayClose,
    content: (close) => <InviteDialog company={company} role={role} close={close} />,
  });

/** For users with the right `manage_employees`. */
export function InviteButton({ company, role = 'worker', ...props }: InviteButtonProps) {
  const { t } = useTranslation('invitations');
  return (
    <Button {...props} onClick={() => void openInvite(t('invite'), { company, role })}>
      {t('invite')}
    </Button>
  );
}
