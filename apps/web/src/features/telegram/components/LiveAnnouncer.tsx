import { useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';
import { wordsOf } from '../model/words-of.ts';

/** Limit of messages checked per update. */
const maxChecked = 20;

interface LiveAnnouncerProps {
  messages: readonly TelegramMessage[] | undefined;
  isWhole: boolean;
}

/** Announces new messages of the person to screen readers, except older ones loaded later. */
export function LiveAnnouncer({ messages, isWhole }: LiveAnnouncerProps) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  // Ids, not times: several messages may have the same second.
  const theirs = messages?.slice(-maxChecked).filter(({ out }) => !out);
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
        // Announces equal texts twice.
        <span key={news.at}>
          {t('fromThem')} {news.text}
        </span>
      )}
    </output>
  );
}
