import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#lib/format.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { nextWaitQuery } from '../api/messages.ts';

/** Before Send: why the message would wait, and until when. */
export function WaitNote({ profileId }: { profileId: number }) {
  const { t, language } = useTranslation('outreach');
  const wait = useQuery(nextWaitQuery(profileId)).data?.wait;
  if (!wait) return null;
  return (
    <Alert color="yellow" p="xs" role="note">
      {wait.text}
      {wait.expected_at !== null && ` · ${t('expected', { at: formatDate(wait.expected_at, language, 'dateTime') })}`}
    </Alert>
  );
}
