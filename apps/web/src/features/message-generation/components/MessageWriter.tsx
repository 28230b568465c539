import { Alert, Button, Checkbox, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { MessageGeneration } from '@headwater/contract/message-generation';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { messengerName } from '#ui/channels.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { JobProgress } from '#ui/jobs/JobProgress.tsx';
import { useRun } from '#ui/jobs/use-run.ts';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { type ChosenText, Proposals } from './Proposals.tsx';
import { useFacts } from './use-facts.ts';

const calls = {
  key: (id: number) => orpc.messageGeneration.one.queryKey({ input: { id } }),
  one: api.messageGeneration.one,
  cancel: api.messageGeneration.cancel,
  // A run uses credits.
  moves: [orpc.messageGeneration.languages.key()],
};

/** AIO-022 */
const useGeneration = () => useRun(calls);

interface MessageWriterProps {
  profileId: number;
  candidateId?: number | undefined;
  hasText: boolean;
  noModel: ReactNode;
  onUse: (chosen: ChosenText) => void;
  onTyped: (typed: boolean) => void;
}

/** AIO-019 to AIO-028: nothing changes outside until the user chooses a message. */
export function MessageWriter(props: MessageWriterProps) {
  const { data, error, refetch } = useQuery(orpc.messageGeneration.languages.queryOptions());
  const facts = useFacts({ profileId: props.profileId, candidateId: props.candidateId });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data && !data.is_connected) return props.noModel;
  if (!data || !facts) return <SkeletonForm fields={2} />;
  return <Writer {...props} means={data} facts={facts} />;
}

interface WriterProps extends MessageWriterProps {
  means: Awaited<ReturnType<typeof api.messageGeneration.languages>>;
  facts: NonNullable<ReturnType<typeof useFacts>>;
}

function useWriterForm({ profileId, facts }: WriterProps, follow: (made: MessageGeneration) => void) {
  const { earlier, job } = facts;
  return useServerForm({
    initialValues: { job_description: job, language: '', reply: earlier?.status === 'replied' },
    submit: ({ job_description, language, reply }) =>
      api.messageGeneration.create({
        job_description,
        profile_id: profileId,
        ...(language === '' ? {} : { language: language as MessageGeneration['language'] }),
        ...(reply && earlier ? { message_id: earlier.id } : {}),
      }),
    onDone: follow,
  });
}

function Writer(props: WriterProps) {
  const { means, facts, hasText, onUse, onTyped } = props;
  const { t } = useTranslation('message-generation');
  const { current, isUnderWay: isWriting, follow, stop } = useGeneration();
  const form = useWriterForm(props, follow);
  useEffect(() => onTyped(form.dirty), [onTyped, form.dirty]);
  const messenger = facts.earlier && messengerName(facts.earlier.channel);
  return (
    <Stack gap="md">
      <ServerForm form={form} bare>
        <Textarea
          data-autofocus
          label={t('job')}
          description={t('jobHelp')}
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={10_000}
          {...form.field('job_description')}
        />
        <Select
          label={t('language')}
          allowDeselect={false}
          data={[{ value: '', label: t('ownLanguage') }, ...means.languages.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.field('language')}
        />
        {facts.earlier && (
          <Checkbox
            label={t(facts.earlier.status === 'replied' ? 'reply' : 'followUp', {
              subject: facts.earlier.subject || (messenger ? t('byMessenger', { messenger }) : t('noSubject')),
            })}
            {...form.field('reply', { type: 'checkbox' })}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('told')}
        </Text>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {means.credits === null ? '' : t('credits', { count: means.credits })}
          </Text>
          <Button type="submit" leftSection={<IconSparkles size={16} />} loading={form.pending} disabled={isWriting}>
            {current ? t('generateAnew') : t('generate')}
          </Button>
        </Group>
      </ServerForm>
      {current && <Outcome current={current} isWriting={isWriting} hasText={hasText} onUse={onUse} onStop={() => void stop()} />}
    </Stack>
  );
}

interface OutcomeProps extends Pick<MessageWriterProps, 'hasText' | 'onUse'> {
  current: MessageGeneration;
  isWriting: boolean;
  onStop: () => void;
}

function Outcome({ current, isWriting, hasText, onUse, onStop }: OutcomeProps) {
  const { t } = useTranslation('message-generation');
  return (
    <div aria-live="polite">
      <Stack gap="md">
        {isWriting && <JobProgress title={t('writing')} state="running" done={current.messages.length} total={3} onCancel={onStop} />}
        {current.progress === 'failed' && !current.is_cancelled && (
          <Alert color="red" role="alert" title={t('failed')}>
            {t('failedText')}
          </Alert>
        )}
        {current.is_cancelled && <Text c="dimmed">{t('cancelled')}</Text>}
        <Proposals proposals={current.messages} hasText={hasText} onUse={onUse} />
      </Stack>
    </div>
  );
}
