import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { builtInVariables } from '@headwater/domain/outreach/variables';
import { LintList } from '#features/editor/components/LintList.tsx';
import { PastJobNote } from '#features/editor/components/PastJobNote.tsx';
import { PreviewFrame } from '#features/editor/components/PreviewFrame.tsx';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ErrorState } from '#ui/states.tsx';
import classes from './outreach.module.css';

interface MessagePreviewProps {
  profileId: number;
  candidateId?: number | undefined;
  subject: string;
  body: string;
  custom_variables: DraftVariable[];
}

export function MessagePreview({ profileId, candidateId, subject, body, custom_variables: custom }: MessagePreviewProps) {
  const { t } = useTranslation('outreach');
  const input = {
    profile_id: profileId,
    ...(candidateId === undefined ? {} : { candidate_id: candidateId }),
    subject: subject || ' ',
    body: body || ' ',
    custom_variables: custom,
  };
  const query = useQuery(orpc.outreach.preview.queryOptions({ input }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={260} />;
  const { html, empty_variables: empty } = query.data;
  // The note shows only empty variables. Others get any non-empty value.
  const values = Object.fromEntries(builtInVariables.map((name) => [name, empty.includes(name) ? '' : name]));
  return (
    <div className={classes.composer}>
      <LintList subject={subject} body={body} custom={custom} values={values} />
      <PastJobNote names={query.data.past_variables} />
      <strong>{query.data.subject || t('noSubject')}</strong>
      <PreviewFrame title={t('preview')} html={html} />
    </div>
  );
}
