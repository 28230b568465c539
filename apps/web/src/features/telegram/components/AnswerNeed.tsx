import { Button } from '@mantine/core';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useAnswerNeed } from '../api/messages.ts';
import classes from './composer.module.css';

/** TG-014. */
export function AnswerNeed({ dialog }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const need = useAnswerNeed(dialog.id);
  const { last_message: last, attention_reason: reason, is_answer_needless: isNeedless } = dialog;
  if (!last || (reason !== 'no_answer' && !isNeedless)) return null;
  const save = () => need.mutate({ message_id: last.message_id, is_needed: isNeedless });
  return (
    <div className={classes.need}>
      <span>
        {isNeedless ? t('answerNeed.ended') : t('answerNeed.since', { at: formatDate(last.date, currentLanguage(), 'dateTime') })}
      </span>
      <Button size="compact-xs" variant="subtle" color="gray" loading={need.isPending} onClick={save}>
        {isNeedless ? t('answerNeed.undo') : t('answerNeed.end')}
      </Button>
      {need.error && (
        <span role="alert" className={classes.refused}>
          {need.error.message}
        </span>
      )}
    </div>
  );
}
