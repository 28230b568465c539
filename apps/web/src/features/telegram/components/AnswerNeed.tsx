import { Button } from '@mantine/core';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useAnswerNeed } from '../api/messages.ts';
import classes from './composer.module.css';

/** TG-014: above the field, since when the person waits, and the way out where nothing has to be answered. */
export function AnswerNeed({ dialog }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const need = useAnswerNeed(dialog.id);
  const last = dialog.last_message;
  if (dialog.attention_reason !== 'no_answer' || !last) return null;
  const save = (isNeeded: boolean) =>
    need.mutateAsync({ message_id: last.message_id, is_needed: isNeeded }).catch((error: unknown) => {
      showError(error);
      throw error;
    });
  const end = async () => {
    await save(false);
    showSnackbar({
      message: t('answerNeed.ended'),
      tone: 'success',
      key: `answer-need-${dialog.id}`,
      action: { label: t('answerNeed.undo'), act: () => void save(true).catch(() => undefined) },
    });
  };
  return (
    <div className={classes.need}>
      <span>{t('answerNeed.since', { at: formatDate(last.date, currentLanguage(), 'dateTime') })}</span>
      <Button size="compact-xs" variant="subtle" color="gray" loading={need.isPending} onClick={() => void end().catch(() => undefined)}>
        {t('answerNeed.end')}
      </Button>
    </div>
  );
}
