import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '#lib/api.ts';
import { ErrorState } from '#ui/states.tsx';
import classes from './outreach.module.css';

interface MessagePreviewProps {
  profileId: number;
  candidateId?: number | undefined;
  subject: string;
  body: string;
}

/** The message as this person will get it, drawn apart from the application. */
export function MessagePreview({ profileId, candidateId, subject, body }: MessagePreviewProps) {
  const { t } = useTranslation('outreach');
  const input = {
    profile_id: profileId,
    ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
    subject: subject || ' ',
    body: body || ' ',
  };
  const query = useQuery(orpc.outreach.preview.queryOptions({ input }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={260} />;
  const { html, empty_variables: empty } = query.data;
  return (
    <div className={classes.composer}>
      {empty.length > 0 && <Alert color="yellow">{t('emptyVariables', { names: empty.join(', ') })}</Alert>}
      <strong>{query.data.subject || t('noSubject')}</strong>
      <iframe title={t('preview')} sandbox="" srcDoc={html} className={classes.preview} />
    </div>
  );
}
