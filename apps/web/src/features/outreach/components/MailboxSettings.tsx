import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { mailboxQuery } from '../api/mailbox.ts';
import { ConnectedMailbox } from './ConnectedMailbox.tsx';
import { MailServices } from './MailServices.tsx';
import { ServersForm } from './ServersForm.tsx';
import classes from './outreach.module.css';

export function MailboxSettings() {
  const { t } = useTranslation('outreach');
  const [isEditing, setEditing] = useState(false);
  // Poll, because a pause ends without an event.
  const query = useQuery({ ...mailboxQuery, refetchInterval: 60_000 });
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonForm fields={4} />;
  const { mailbox } = query.data;
  const done = () => setEditing(false);
  return (
    <section>
      <h2 className={classes.heading}>{t('mailbox')}</h2>
      <p className={classes.intro}>{t('mailboxText')}</p>
      {!mailbox && <MailServices onDone={done} />}
      {mailbox && !isEditing && <ConnectedMailbox mailbox={mailbox} onServers={() => setEditing(true)} />}
      {mailbox && isEditing && <ServersForm known={mailbox} onDone={done} onCancel={done} />}
    </section>
  );
}
