import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { InviteButton } from '#features/invitations/components/InviteButton.tsx';
import { mailboxQuery } from '#features/outreach/api/mailbox.ts';
import { Welcome } from '#features/welcome/components/Welcome.tsx';
import { asActor } from '#lib/actor.ts';
import { brand } from '#lib/brand.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';

export function WelcomePage() {
  const { t } = useTranslation('welcome');
  const actor = asActor(useCurrentUser());
  const mailbox = useQuery({ ...mailboxQuery, enabled: mayAccess('messaging', actor) }).data?.mailbox;
  const title = t('title', { name: brand.name });
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} />
      <Welcome hasMailbox={Boolean(mailbox)} invite={<InviteButton company={undefined} variant="default" />} />
    </>
  );
}
