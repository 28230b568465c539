import { useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { wordsOf } from '../model/words-of.ts';

/** More never come at once that anybody would hear. */
const lookedAt = 20;

interface NewsProps {
  /** Undefined while on their way. */
  messages: readonly TelegramMessage[] | undefined;
  /** Whether the newest are among them. */
  isWhole: boolean;
}

/** Reads out what the person writes while the dialog is open; older lines that are read in later are not news. */
export function News({ messages, isWhole }: NewsProps) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  // By the numbers of messages, as several may be of one second; our own may be shown before one of theirs that came earlier.
  const theirs = messages?.slice(-lookedAt).filter(({ out }) => !out);
  const newest = theirs && isWhole ? Math.max(0, ...theirs.map(({ message_id: id }) => id)) : undefined;
  const [known, setKnown] = useState<number>();
  const [news, setNews] = useState<{ at: number; text: string }>();
  if (theirs && newest !== undefined && (known === undefined || newest > known)) {
    setKnown(newest);
    const fresh = known === undefined ? [] : theirs.filter(({ message_id: id }) => id > known);
    const texts = fresh.map((message) => wordsOf(message, { t, ui }));
    if (texts.length > 0) setNews({ at: newest, text: texts.join(' ') });
  }
  return (
    <output className="hw-visually-hidden">
      {news && (
        // The same words said twice are read out twice.
        <span key={news.at}>
          {t('fromThem')} {news.text}
        </span>
      )}
    </output>
  );
}
