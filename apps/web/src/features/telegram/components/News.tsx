import { useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useTranslation } from '#lib/use-translation.ts';

interface NewsProps {
  /** Undefined while on their way. */
  messages: readonly TelegramMessage[] | undefined;
  /** Whether the newest are among them. */
  isWhole: boolean;
}

/** Reads out what the person writes while the dialog is open; older lines that are read in later are not news. */
export function News({ messages, isWhole }: NewsProps) {
  const { t } = useTranslation('telegram');
  const newest = messages && isWhole ? (messages.at(-1)?.date ?? '') : undefined;
  const [known, setKnown] = useState<string>();
  const [news, setNews] = useState<{ at: string; text: string }>();
  if (messages && newest !== undefined && newest !== known) {
    setKnown(newest);
    const fresh = known === undefined ? [] : messages.filter(({ out, date }) => !out && date > known);
    const texts = fresh.map(({ message, attachments }) => message || attachments.map(({ name }) => name).join(', ') || t('otherKind'));
    if (texts.length > 0) setNews({ at: newest, text: texts.join(' ') });
  }
  return (
    <div className="hw-visually-hidden" role="status">
      {news && (
        // The same words said twice are read out twice.
        <span key={news.at}>
          {t('fromThem')} {news.text}
        </span>
      )}
    </div>
  );
}
