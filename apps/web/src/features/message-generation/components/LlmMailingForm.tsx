import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { LlmMailing } from '@headwater/contract/message-generation';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { JobProgress } from '#ui/jobs/JobProgress.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { isWritten, useLlmMailing } from './use-llm-mailing.ts';

interface LlmMailingFormProps {
  vacancyId: number;
  /** Undefined: all candidates of the vacancy. */
  candidateIds?: readonly number[] | undefined;
  noModel: ReactNode;
  onOpen: (listId: number) => void;
  onTyped: (typed: boolean) => void;
}

/** AIO-016, AIO-017 */
export function LlmMailingForm({ vacancyId, candidateIds, noModel, onOpen, onTyped }: LlmMailingFormProps) {
  const { t } = useTranslation('message-generation');
  const { query, keep, cancel } = useLlmMailing(vacancyId);
  const { data, error, refetch } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonForm fields={1} />;
  if (!data.is_connected) return noModel;
  const { mailing_list_id: listId } = data;
  if (!isWritten(data)) {
    return (
      <PromptForm
        vacancyId={vacancyId}
        candidateIds={candidateIds}
        credits={data.credits}
        onTyped={onTyped}
        onStarted={(started) => {
          keep(started);
          if (started.mailing_list_id !== null) onOpen(started.mailing_list_id);
        }}
      />
    );
  }
  return (
    <Stack gap="md">
      <JobProgress title={t('mailing.writing')} state="running" done={data.done + data.failed} total={data.total} onCancel={cancel} />
      <Group justify="flex-end">{listId !== null && <Button onClick={() => onOpen(listId)}>{t('mailing.open')}</Button>}</Group>
    </Stack>
  );
}

interface PromptFormProps extends Pick<LlmMailingFormProps, 'vacancyId' | 'candidateIds'> {
  credits: number | null;
  onStarted: (started: LlmMailing) => void;
  onTyped: (typed: boolean) => void;
}

function PromptForm({ vacancyId, candidateIds, credits, onStarted, onTyped }: PromptFormProps) {
  const { t } = useTranslation('message-generation');
  const form = useServerForm({
    initialValues: { prompt: '' },
    submit: ({ prompt }) =>
      api.llmMailings.create({ vacancy: vacancyId, prompt, ...(candidateIds ? { candidate_ids: [...candidateIds] } : {}) }),
    onDone: onStarted,
  });
  const vacancy = useQuery(orpc.vacancies.get.queryOptions({ input: { id: vacancyId } }));
  const hasDescription = vacancy.data && Boolean(vacancy.data.description?.trim());
  useEffect(() => onTyped(form.dirty && !form.pending), [onTyped, form.dirty, form.pending]);
  return (
    <ServerForm form={form} bare>
      <Text size="sm">
        {candidateIds ? t('mailing.introChosen', { count: candidateIds.length }) : t('mailing.intro')} {t('mailing.nothingSent')}
      </Text>
      <Textarea
        data-autofocus
        label={t('mailing.prompt')}
        description={hasDescription === undefined ? '\u00a0' : t(hasDescription ? 'mailing.promptHelp' : 'mailing.promptHelpBare')}
        placeholder={t('mailing.promptPlaceholder')}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5000}
        {...form.field('prompt')}
      />
      <Text size="sm" c="dimmed">
        {t('mailing.told')}
      </Text>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {credits === null ? '' : t('mailing.credits', { count: credits })}
        </Text>
        <Button type="submit" leftSection={<IconSparkles size={16} />} loading={form.pending}>
          {t('mailing.start')}
        </Button>
      </Group>
    </ServerForm>
  );
}
