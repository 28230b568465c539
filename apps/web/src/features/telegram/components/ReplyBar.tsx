import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { Quote } from './Quote.tsx';
import classes from './quote.module.css';

interface ReplyBarProps {
  message: TelegramMessage;
  name: string;
  onEnd: () => void;
}

export function ReplyBar({ message, name, onEnd }: ReplyBarProps) {
  const { t } = useTranslation('telegram');
  return (
    <fieldset className={classes.bar} aria-label={t('replyTo')}>
      <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
      <Quote quoted={{ ...message, is_deleted: message.deleted_at !== null }} name={name} />
      <ActionIcon type="button" aria-label={t('replyEnd')} onClick={onEnd}>
        <IconX size={16} />
      </ActionIcon>
    </fieldset>
  );
}
