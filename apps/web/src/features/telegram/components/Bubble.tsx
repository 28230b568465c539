import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import type { TelegramDialog, TelegramMessage } from '@headwater/contract/telegram-dialogs';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useDiscard, useRetry } from '../api/messages.ts';
import { type ConversationLine, linkParts } from '../model/conversation.ts';
import { markOf } from '../model/marks.ts';
import { Attachment } from './Attachment.tsx';
import classes from './bubble.module.css';
import { DeliverySign } from './DeliverySign.tsx';
import { Edited } from './Edited.tsx';
import { AnsweredQuote } from './Quote.tsx';
import { Reactions } from './Reactions.tsx';
import { Waiting } from './Waiting.tsx';

function Words({ text }: { text: string }) {
  return (
    <span className={classes.words} dir="auto">
      {linkParts(text).map(({ text: part, href }, at) =>
        href === undefined ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- parts of an immutable text
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

function Failure({
  dialogId,
  message: { message_id: id, error_text: text, may_retry: mayRetry, decided_in_mailing: isDecidedThere, of_mailing: isOfMailing },
}: OwnMessageProps) {
  const { t } = useTranslation('telegram');
  const retry = useRetry(dialogId);
  const discard = useDiscard(dialogId);
  const refused = retry.error ?? discard.error;
  return (
    <div className={classes.below} data-failed>
      <span role="alert">{refused?.message ?? text ?? t('mark.failed')}</span>
      {mayRetry && <FailureActions retry={retry} discard={discard} id={id} />}
      {isOfMailing && <span>{t(isDecidedThere ? 'decideInSequence' : 'wasOfSequence')}</span>}
    </div>
  );
}

export type BubbleDialog = Pick<TelegramDialog, 'id' | 'name'>;

interface BubbleProps {
  dialog: BubbleDialog;
  line: ConversationLine;
  onOpen: (messageId: number) => void;
  onReply: ((message: TelegramMessage) => void) | undefined;
}

/** Whether Telegram has the message, so that it can be replied to. */
const mayAnswer = ({ state, deleted_at: deletedAt }: TelegramMessage): boolean =>
  deletedAt === null && (state === 'sent' || state === 'received');

function ReplyAction({ message, onReply }: { message: TelegramMessage; onReply: (message: TelegramMessage) => void }) {
  const { t } = useTranslation('telegram');
  return (
    <button type="button" className={classes.reply} aria-label={t('reply')} title={t('reply')} onClick={() => onReply(message)}>
      <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
    </button>
  );
}

/** Deleted in Telegram; the text stays visible here. */
function Deleted({ at }: { at: string }) {
  const { t } = useTranslation('telegram');
  return (
    <span className={classes.gone} title={t('deletedAt', { at: formatDate(at, currentLanguage(), 'dateTime') })}>
      <IconTrash size={13} stroke={1.6} aria-hidden />
      {t('deleted')}
    </span>
  );
}

function Meta({ dialogId, line: { message, beginsGroup } }: { dialogId: number; line: ConversationLine }) {
  const { message_id: id, date, out, sender, edited_at: editedAt } = message;
  const me = useCurrentUser();
  return (
    <span className={classes.meta}>
      {out && beginsGroup && sender && sender.id !== me.id && <span className={classes.author}>{sender.name}</span>}
      {editedAt !== null && <Edited dialogId={dialogId} messageId={id} editedAt={editedAt} />}
      <time dateTime={date} title={formatDate(date, currentLanguage(), 'dateTime')}>
        {formatDate(date, currentLanguage(), 'time')}
      </time>
      {out && <DeliverySign mark={markOf(message)} className={classes.sign} />}
    </span>
  );
}

/** The kind of these describes them better than "unsupported file". */
const hasNoName = (kind: TelegramMessage['kind']): boolean => kind === 'sticker' || kind === 'voice' || kind === 'video_message';

export function Bubble({ dialog, line, onOpen, onReply }: BubbleProps) {
  const { t } = useTranslation('telegram');
  const { t: ui } = useTranslation('ui');
  const dialogId = dialog.id;
  const { message, beginsGroup, endsGroup } = line;
  const mark = message.out ? markOf(message) : undefined;
  const { message_id: id, message: text, kind, deleted_at: deletedAt, reply_to: answered } = message;
  const attachments = hasNoName(kind) ? message.attachments.filter(({ state }) => state !== 'illegal_file_type') : message.attachments;
  const hasHidden = kind !== 'sticker' && attachments.length < message.attachments.length;
  const isOnPhone = hasHidden || (text === '' && attachments.length === 0);
  return (
    <div
      className={classes.line}
      data-out={message.out || undefined}
      data-begins={beginsGroup || undefined}
      data-ends={endsGroup || undefined}
    >
      <div className={classes.bubble} data-mark={mark} data-deleted={deletedAt !== null || undefined}>
        <span className="hw-visually-hidden">{message.out ? t('fromUs') : t('fromThem')}</span>
        {deletedAt !== null && <Deleted at={deletedAt} />}
        {answered && <AnsweredQuote answered={answered} name={dialog.name} onOpen={onOpen} />}
        {kind !== null && <span className={classes.kind}>{ui(`telegramKind.${kind}`)}</span>}
        {attachments.map((attachment) => (
          <Attachment key={attachment.name} dialogId={dialogId} messageId={id} attachment={attachment} />
        ))}
        {text !== '' && <Words text={text} />}
        {isOnPhone && <em className={classes.otherKind}>{t('otherKind')}</em>}
        <Meta dialogId={dialogId} line={line} />
        {message.reactions.length > 0 && <Reactions reactions={message.reactions} name={dialog.name} />}
        {onReply && mayAnswer(message) && <ReplyAction message={message} onReply={onReply} />}
      </div>
      {mark === 'failed' && <Failure dialogId={dialogId} message={message} />}
      {mark === 'waiting' && <Waiting dialogId={dialogId} message={message} />}
    </div>
  );
}
