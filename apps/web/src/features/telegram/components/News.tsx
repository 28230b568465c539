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
  // By the numbers of messages: several may be of one second.
  const newest = messages && isWhole ? Math.max(0, ...messages.slice(-lookedAt).map(({ message_id: id }) => id)) : undefined;
  const [known, setKnown] = useState<number>();
  const [news, setNews] = useState<{ at: number; text: string }>();
  if (messages && newest !== undefined && (known === undefined || newest > known)) {
    setKnown(newest);
    const fresh = known === undefined ? [] : messages.slice(-lookedAt).filter(({ out, message_id: id }) => !out && id > known);
    const texts = fresh.map((message) => wordsOf(message, t));
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
