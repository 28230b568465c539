import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { builtInVariables } from '@headwater/domain/outreach/variables';
import { LintList } from '#features/editor/components/LintList.tsx';
import { PastJobNote } from '#features/editor/components/PastJobNote.tsx';
import { PreviewFrame } from '#features/editor/components/PreviewFrame.tsx';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import type { DraftVariable } from '#features/editor/model/variables.ts';
import { orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { PersonSelect } from './PersonSelect.tsx';
import classes from './templates.module.css';

const RichText = lazyPart(() => import('#features/editor/components/RichText.tsx'), 'RichText', ['editor']);

export interface PreviewedText {
  subject: string;
  body: string;
  variables: readonly DraftVariable[];
}

/** Preview for a chosen person, isolated from the application. */
export function TemplatePreview({ subject, body, variables }: PreviewedText) {
  const [person, setPerson] = useState<{ id: number; name: string }>();
  return (
    <div className={classes.form}>
      <PersonSelect value={person} onChange={setPerson} />
      {person ? (
        <PreviewFor profileId={person.id} subject={subject} body={body} variables={variables} />
      ) : (
        <Draft subject={subject} body={body} variables={variables} />
      )}
    </div>
  );
}

function Draft({ subject, body, variables }: PreviewedText) {
  const { t } = useTranslation(['templates', 'editor']);
  const named = Object.fromEntries(builtInVariables.map((name) => [name, t(`variables.${name}`, { ns: 'editor' })]));
  return (
    <>
      <p className={classes.quiet}>{t('pickPerson')}</p>
      <strong>{subject ? <VariableText text={subject} variables={variables} /> : t('noSubject')}</strong>
      {body !== '' && (
        <Suspense fallback={<SkeletonText lines={6} />}>
          <RichText html={body} label={t('preview')} variables={variables} values={named} />
        </Suspense>
      )}
    </>
  );
}

function PreviewFor({ profileId, subject, body, variables }: PreviewedText & { profileId: number }) {
  const { t } = useTranslation('templates');
  const input = { profile_id: profileId, subject: subject || ' ', body: body || ' ', custom_variables: [...variables] };
  const query = useQuery(orpc.outreach.preview.queryOptions({ input }));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={320} />;
  const { html, empty_variables: empty } = query.data;
  // Only emptiness matters: the note names empty variables, so other values can be arbitrary.
  const values = Object.fromEntries(builtInVariables.map((name) => [name, empty.includes(name) ? '' : name]));
  return (
    <>
      <PastJobNote names={query.data.past_variables} />
      <LintList subject={subject} body={body} custom={variables} values={values} />
      <strong>{query.data.subject || t('noSubject')}</strong>
      <PreviewFrame title={t('preview')} html={html} />
    </>
  );
}
