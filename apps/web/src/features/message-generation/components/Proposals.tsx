import { Button, Group, Paper, Text } from '@mantine/core';
import type { MessageGeneration } from '@headwater/contract/message-generation';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './generation.module.css';

type Proposal = MessageGeneration['messages'][number];

export interface ChosenText {
  subject: string;
  body: string;
  below: boolean;
}

/** Converts a body to plain text without running or rendering its HTML. */
const wordsOf = (body: string): string =>
  new DOMParser().parseFromString(body.replaceAll(/<br\s*\/?>/g, '\n'), 'text/html').body.textContent ?? '';

interface ProposalsProps {
  proposals: readonly Proposal[];
  hasText: boolean;
  onUse: (chosen: ChosenText) => void;
}

/** AIO-019, AIO-025 */
export function Proposals({ proposals, hasText, onUse }: ProposalsProps) {
  const { t } = useTranslation('message-generation');
  if (proposals.length === 0) return null;
  return (
    <ul className={classes.proposals} aria-label={t('proposals')}>
      {proposals.map(({ style, subject, body }) => (
        <Paper component="li" key={style} withBorder p="sm" radius="md">
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" c="dimmed">
              {t(`style.${style}`)}
            </Text>
            <Group gap="xs">
              {hasText && (
                <Button size="compact-sm" variant="default" onClick={() => onUse({ subject, body, below: true })}>
                  {t('below')}
                </Button>
              )}
              <Button size="compact-sm" variant={hasText ? 'default' : 'filled'} onClick={() => onUse({ subject, body, below: false })}>
                {hasText ? t('replace') : t('insert')}
              </Button>
            </Group>
          </Group>
          <Text fw={600}>{subject || t('noSubject')}</Text>
          <Text size="sm" className={classes.body}>
            {wordsOf(body)}
          </Text>
        </Paper>
      ))}
    </ul>
  );
}
