import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { opensWithoutLimit } from '@headwater/domain/profiles/contact-limits';
import { api, orpc } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { refreshMailings } from '../../api/mailings.ts';
import classes from '../mailings.module.css';
import recipientsClasses from './recipients.module.css';

/** `isReached`: Telegram reaches the person, so only e-mails are blocked. */
export function ClosedContacts({ profileId, isReached }: { profileId: number; isReached: boolean }) {
  const { t } = useTranslation('mailings');
  const client = useQueryClient();
  const isLimited = !opensWithoutLimit(useCurrentUser());
  const left = useQuery({ ...orpc.profiles.quotas.queryOptions(), enabled: isLimited }).data?.quotas_contact_available;
  const open = useMutation({
    mutationFn: () => api.profiles.openContacts({ id: profileId }),
    onSuccess: () => {
      sendEvent('Contact: Open', { Profile_Id: profileId, Contact_Opens_Count: 1, Location: 'Messaging' });
      return Promise.all([refreshMailings(client), client.invalidateQueries({ queryKey: orpc.profiles.key() })]);
    },
    onError: showError,
  });
  return (
    <div className={recipientsClasses.closed}>
      <p className={classes.quiet}>{t(isReached ? 'recipient.contactsClosedEmails' : 'recipient.contactsClosed')}</p>
      <Button size="compact-xs" variant="light" loading={open.isPending} disabled={left === 0} onClick={() => open.mutate()}>
        {typeof left === 'number' ? t('recipient.openLeft', { count: left }) : t('recipient.openContacts')}
      </Button>
    </div>
  );
}
