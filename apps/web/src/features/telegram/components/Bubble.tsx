import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useDiscard, useRetry, whyQuery } from '../api/messages.ts';
import { type ConversationLine, linkParts } from '../model/conversation.ts';
import { markOf } from '../model/marks.ts';
import { Attachment } from './Attachment.tsx';
import classes from './bubble.module.css';
import { DeliverySign } from './DeliverySign.tsx';

/** Within so long a message leaves that nothing holds back. */
const usualMs = 5000;

function Words({ text }: { text: string }) {
  return (
    <span className={classes.words} dir="auto">
      {linkParts(text).map(({ text: part, href }, at) =>
        href === undefined ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts of a text that does not change
          <a key={at} href={href} target="_blank" rel="noreferrer noopener">
            {part}
          </a>
        ),
      )}
    </span>
  );
}

interface OwnMessageProps {
  dialogId: number;
  message: TelegramMessage;
}

/** Another try of a message that did not go, or an end of it. */
function FailureActions({
  retry,
  discard,
  id,
}: {
  retry: ReturnType<typeof useRetry>;
  discard: ReturnType<typeof useDiscard>;
  id: number;
}) {
  const { t } = useTranslation('telegram');
  return (
    <>
      <Button size="compact-xs" variant="light" color="red" loading={retry.isPending} onClick={() => retry.mutate(id)}>
        {t('retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" loading={discard.isPending} onClick={() => discard.mutate(id)}>
        {t('discard')}
      </Button>
    </>
  );
}

/** Why a message did not go, and what to do about it: of one of a sequence that is decided there. */
function Failure({
  dialogId,
  message: { message_id: id, error_text: text, may_retry: mayRetry, decided_in_mailing: isDecidedThere },
}: OwnMessageProps) {
  const { t } = useTranslation('telegram');
  const retry = useRetry(dialogId);
  const discard = useDiscard(dialogId);
  const refused = retry.error ?? discard.error;
  return (
    <div className={classes.below} data-failed>
      <span role="alert">{refused?.message ?? text ?? t('mark.failed')}</span>
      {mayRetry && <FailureActions retry={retry} discard={discard} id={id} />}
      {isDecidedThere && <span>{t('decideInSequence')}</span>}
    </div>
  );
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

/** DEC-10: why a message has not gone out yet, for who asks. */
function Why({ dialogId, message: { message_id: id, date } }: OwnMessageProps) {
  const { t } = useTranslation('telegram');
  const [isShown, setShown] = useState(false);
  const isSlow = useSlow(date);
  const why = useQuery({ ...whyQuery(dialogId, id), enabled: isShown });
  const discard = useDiscard(dialogId);
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
      <Button size="compact-xs" variant="subtle" color="gray" loading={discard.isPending} onClick={() => discard.mutate(id)}>
        {t('discard')}
      </Button>
    </div>
  );
}

function Meta({ line: { message, beginsGroup } }: { line: ConversationLine }) {
  const { date, out, sender } = message;
  const me = useCurrentUser();
  return (
    <span className={classes.meta}>
      {out && beginsGroup && sender && sender.id !== me.id && <span className={classes.author}>{sender.name}</span>}
      <time dateTime={date} title={formatDate(date, currentLanguage(), 'dateTime')}>
        {formatDate(date, currentLanguage(), 'time')}
      </time>
      {out && <DeliverySign mark={markOf(message)} className={classes.sign} />}
    </span>
  );
}

interface BubbleProps {
  dialogId: number;
  line: ConversationLine;
}

/** One message. */
export function Bubble({ dialogId, line }: BubbleProps) {
  const { t } = useTranslation('telegram');
  const { message, beginsGroup, endsGroup } = line;
  const mark = message.out ? markOf(message) : undefined;
  const { message_id: id, message: text, attachments } = message;
  return (
    <div
      className={classes.line}
      data-out={message.out || undefined}
      data-begins={beginsGroup || undefined}
      data-ends={endsGroup || undefined}
    >
      <div className={classes.bubble} data-mark={mark}>
        <span className="hw-visually-hidden">{message.out ? t('fromUs') : t('fromThem')}</span>
        {attachments.map((attachment) => (
          <Attachment key={attachment.name} dialogId={dialogId} messageId={id} attachment={attachment} />
        ))}
        {text !== '' && <Words text={text} />}
        {text === '' && attachments.length === 0 && <em className={classes.otherKind}>{t('otherKind')}</em>}
        <Meta line={line} />
      </div>
      {mark === 'failed' && <Failure dialogId={dialogId} message={message} />}
      {message.state === 'planned' && <Why dialogId={dialogId} message={message} />}
    </div>
  );
}
