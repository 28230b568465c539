import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { telegramMessages } from '@headwater/contract/catalogue/telegram';
import type { MessageWait, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { refetchMessages, useDiscard, whyQuery } from '../api/messages.ts';
import classes from './bubble.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Seconds within which an unrestricted message is sent. */
const usual = 5;
const countedBelow = 3600;
/** Delay after which the server knows the next state, in ms. */
const refetchDelayMs = 1500;
const plainReasons = new Set(['queued', 'leaving']);
const hasDetails = ({ reason }: MessageWait): boolean => !plainReasons.has(reason);

interface WaitingProps {
  dialogId: number;
  message: TelegramMessage;
}

interface ReasonProps extends WaitingProps {
  wait: MessageWait;
}

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

/** DEC-10. Not for new messages, most of which leave immediately. */
function Why({ dialogId, message, wait }: ReasonProps) {
  const { t } = useTranslation('telegram');
  const [isShown, setShown] = useState(false);
  const isNew = useSecondsLeft(wait, usual - wait.waited) > 0;
  const why = useQuery({ ...whyQuery(dialogId, message.message_id), enabled: isShown });
  if (isNew && !hasDetails(wait)) return null;
  if (!isShown) {
    return (
      <button type="button" className={classes.ask} onClick={() => setShown(true)}>
        {t('why')}
      </button>
    );
  }
  const expected = why.data?.expected_at && t('expected', { at: formatDate(why.data.expected_at, currentLanguage(), 'dateTime') });
  return <span aria-live="polite">{why.error?.message ?? [why.data?.text, expected].filter(Boolean).join(' · ')}</span>;
}

function Countdown({ wait, seconds, error }: Counted & Pick<TelegramMessage, 'error'>) {
  const { t } = useTranslation('telegram');
  const left = useSecondsLeft(wait, seconds);
  if (wait.reason === 'flood_wait' && left > 0) return telegramMessages.telegram_flood_wait.text(currentLanguage(), { seconds: left });
  const words =
    wait.reason === 'soft_ban' && error === 'peer_flood' ? telegramMessages.telegram_peer_flood.text(currentLanguage(), {}) : wait.text;
  if (left === 0 || left >= countedBelow) return words;
  return `${words} · ${t('secondsLeft', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}`;
}

interface Counted {
  wait: MessageWait;
  seconds: number;
}

/** Refetches after the wait, because the reason may have changed. */
function useRefetchAfterWait({ wait, seconds }: Counted, dialogId: number): void {
  const client = useQueryClient();
  const isOver = useSecondsLeft(wait, seconds) === 0;
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => refetchMessages(client, dialogId), refetchDelayMs);
    return () => clearTimeout(timer);
  }, [client, dialogId, isOver]);
}

function AskAgain({ dialogId, ...counted }: Counted & { dialogId: number }) {
  useRefetchAfterWait(counted, dialogId);
  return null;
}

/** TG-060, TG-061. Screen readers announce it once, not at each tick. */
function Reason({ dialogId, message, wait }: ReasonProps) {
  const { t } = useTranslation('telegram');
  const { expected_at: until, seconds, text } = wait;
  return (
    <>
      <span aria-hidden data-put-off>
        {seconds === null ? text : <Countdown wait={wait} seconds={seconds} error={message.error} />}
      </span>
      <output className="hw-visually-hidden">{text}</output>
      {until !== null && <span>{t('triedAgain', { at: formatDate(until, currentLanguage(), 'dateTime') })}</span>}
      {seconds !== null && seconds > 0 && <AskAgain dialogId={dialogId} wait={wait} seconds={seconds} />}
    </>
  );
}

/** The sequence discards its own messages. */
export function Waiting({ dialogId, message }: WaitingProps) {
  const { t } = useTranslation('telegram');
  const { waits: wait } = message;
  if (!wait) return null;
  return (
    <div className={classes.below}>
      {hasDetails(wait) && (
        <Reason key={`${wait.reason} ${wait.expected_at} ${wait.seconds}`} dialogId={dialogId} message={message} wait={wait} />
      )}
      <Why dialogId={dialogId} message={message} wait={wait} />
      {message.may_discard && <Discard dialogId={dialogId} message={message} />}
      {message.of_mailing && <span>{t('ofSequence')}</span>}
    </div>
  );
}
