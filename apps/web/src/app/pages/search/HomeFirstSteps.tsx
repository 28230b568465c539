import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { mailboxQuery } from '#features/outreach/api/mailbox.ts';
import { FirstSteps } from '#features/welcome/components/FirstSteps.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';

export function HomeFirstSteps({ hasPeople }: { hasPeople: boolean }) {
  const mailbox = useQuery({ ...mailboxQuery, enabled: mayAccess('messaging', asActor(useCurrentUser())) }).data;
  return <FirstSteps hasPeople={hasPeople} hasMailbox={mailbox && Boolean(mailbox.mailbox)} />;
}
