import { Alert, Button, Group } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { JobProgress } from '#ui/jobs/JobProgress.tsx';
import classes from './generation.module.css';
import { isWritten, useLlmMailing } from './use-llm-mailing.ts';

interface LlmMailingNoticeProps {
  vacancyId: number;
  listId: number;
  /** Undefined if the messages are already visible. */
  onReview?: (() => void) | undefined;
}

export function LlmMailingNotice({ vacancyId, listId, onReview }: LlmMailingNoticeProps) {
  const { t } = useTranslation('message-generation');
  const { query, cancel, retry } = useLlmMailing(vacancyId);
  const { data } = query;
  if (!data || data.mailing_list_id !== listId) return null;
  if (isWritten(data)) {
    return (
      <div className={classes.notice}>
        <JobProgress title={t('mailing.writing')} state="running" done={data.done + data.failed} total={data.total} onCancel={cancel} />
      </div>
    );
  }
  const nothing = data.done === 0 && !data.is_cancelled;
  const words = [
    data.done > 0 && t('mailing.readyText'),
    data.failed > 0 && t('mailing.failed', { count: data.failed }),
    data.without_email > 0 && t('mailing.withoutEmail', { count: data.without_email }),
  ];
  return (
    <Alert
      className={classes.notice}
      {...(nothing ? { color: 'red' } : {})}
      icon={<IconSparkles size={18} />}
      title={nothing ? t('failed') : t('mailing.ready')}
    >
      {words.filter(Boolean).join(' ')}
      <Group gap="xs" mt="xs">
        {data.done > 0 && onReview && (
          <Button size="compact-sm" variant="default" onClick={onReview}>
            {t('mailing.review')}
          </Button>
        )}
        {data.failed > 0 && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('mailing.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
