import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { wordsOf } from '../model/words-of.ts';
import classes from './list.module.css';

export function Preview({ dialog: { draft, last_message: last } }: { dialog: TelegramDialog }) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  if (draft.trim() !== '') {
    return (
      <span className={classes.preview} dir="auto">
        <span className={classes.draft}>{t('draft')}</span> {draft}
      </span>
    );
  }
  if (!last) return <span className={classes.preview}>{t('nothingYet')}</span>;
  return (
    <span className={classes.preview} dir="auto">
      {last.deleted_at === null ? wordsOf(last, { t, ui }) : t('deletedShort', { words: wordsOf(last, { t, ui }) })}
    </span>
  );
}
