import { useTranslation } from '#lib/use-translation.ts';
import type { TelegramAnswered } from '@headwater/contract/telegram-dialogs';
import { wordsOf } from '../model/words-of.ts';
import classes from './quote.module.css';

type Quoted = Pick<TelegramAnswered, 'message' | 'kind' | 'attachments' | 'out' | 'is_deleted'>;

interface QuoteProps {
  quoted: Quoted;
  name: string;
}

export function Quote({ quoted, name }: QuoteProps) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  const words = wordsOf(quoted, { t, ui });
  return (
    <span className={classes.quote} data-out={quoted.out || undefined}>
      <span className={classes.name}>{quoted.out ? t('we') : name}</span>
      <span className={classes.words} dir="auto">
        {quoted.is_deleted ? t('deletedShort', { words }) : words}
      </span>
    </span>
  );
}

interface AnsweredQuoteProps {
  answered: TelegramAnswered;
  name: string;
  onOpen: (messageId: number) => void;
}

export function AnsweredQuote({ answered, name, onOpen }: AnsweredQuoteProps) {
  const { t } = useTranslation('telegram');
  const id = answered.message_id;
  if (id === null) return <span className={classes.unknown}>{t('answersUnknown')}</span>;
  return (
    <button type="button" className={classes.open} title={t('openAnswered')} onClick={() => onOpen(id)}>
      <span className="hw-visually-hidden">{t('answers')}</span>
      <Quote quoted={answered} name={name} />
    </button>
  );
}
