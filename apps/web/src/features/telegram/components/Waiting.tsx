import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { telegramMessages } from '@headwater/contract/catalogue/telegram';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useDiscard, whyQuery } from '../api/messages.ts';
import classes from './bubble.module.css';
import { useSecondsUntil } from './use-now.ts';

/** Within so long a message leaves that nothing holds back. */
const usualMs = 5000;

interface WaitingProps {
  dialogId: number;
  message: TelegramMessage;
}

/** Most messages leave at once: nothing is said of one that has just been written. */
function useSlow(since: string): boolean {
  const [now, setNow] = useState(() => Date.now());
  const left = Date.parse(since) + usualMs - now;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}

/** Ends a message before it leaves; where that is refused, says why. */
function Discard({ dialogId, message: { message_id: id } }: WaitingProps) {
  const { t } = useTranslation('telegram');
  const discard = useDiscard(dialogId);
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" loading={discard.isPending} onClick={() => discard.mutate(id)}>
        {t('discard')}
      </Button>
      {discard.error && (
        <span role="alert" className={classes.refused}>
          {discard.error.message}
        </span>
      )}
    </>
  );
}

/** DEC-10: why a message has not gone out yet, for who asks. */
function Why(props: WaitingProps) {
  const { t } = useTranslation('telegram');
  const { dialogId, message } = props;
  const [isShown, setShown] = useState(false);
  const isSlow = useSlow(message.date);
  const why = useQuery({ ...whyQuery(dialogId, message.message_id), enabled: isShown });
  if (!isSlow) return null;
  if (!isShown) {
    return (
      <div className={classes.below}>
        <button type="button" className={classes.ask} onClick={() => setShown(true)}>
          {t('why')}
        </button>
      </div>
    );
  }
  const expected = why.data?.expected_at && t('expected', { at: formatDate(why.data.expected_at, currentLanguage(), 'dateTime') });
  return (
    <div className={classes.below} aria-live="polite">
      <span>{why.error?.message ?? [why.data?.text, expected].filter(Boolean).join(' · ')}</span>
      <Discard {...props} />
    </div>
  );
}

/** TG-060, TG-061: what Telegram said of it, and when it is tried again. Read out once, however often it is counted down. */
function PutOff({ seconds, until, ...props }: WaitingProps & { seconds: number; until: string }) {
  const { t } = useTranslation('telegram');
  const { error, error_text: text } = props.message;
  const words = error === 'flood_wait' ? telegramMessages.telegram_flood_wait.text(currentLanguage(), { seconds }) : text;
  const at = t('triedAgain', { at: formatDate(until, currentLanguage(), 'dateTime') });
  const [first] = useState(words);
  return (
    <div className={classes.below}>
      <span aria-hidden data-put-off>
        {words}
      </span>
      <output className="hw-visually-hidden">{first}</output>
      <span>{at}</span>
      <Discard {...props} />
    </div>
  );
}

function CurrentReason(props: WaitingProps) {
  const { waits_until: until } = props.message;
  const seconds = useSecondsUntil(until === null ? undefined : Date.parse(until));
  return until !== null && seconds > 0 ? <PutOff {...props} seconds={seconds} until={until} /> : <Why {...props} />;
}

/** Below a message that has not left yet: what holds it back, where Telegram does; else whoever asks is told. Each pause is counted from its own beginning. */
export function Waiting(props: WaitingProps) {
  return <CurrentReason key={props.message.waits_until} {...props} />;
}
