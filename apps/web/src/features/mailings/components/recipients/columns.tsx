import type { MailingRecipientView } from '@headwater/contract/mailing-recipients';
import type { TFunction } from '#lib/translate.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { messengerName } from '#ui/channels.ts';
import { MessageStatusPill } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { DataColumn } from '#ui/table/column.ts';
import { statusOfRecipient } from '../../model/recipient-status.ts';
import { ChannelIcon } from '../ChannelIcon.tsx';
import classes from './recipients.module.css';
import mailingsClasses from '../mailings.module.css';

interface ColumnOptions {
  nameOf: (recipient: MailingRecipientView) => string;
  jobOf: (recipient: MailingRecipientView) => string;
  nextSend: (recipient: MailingRecipientView) => string | undefined;
  room: 'phone' | 'narrow' | 'wide';
}

/** The messenger of a recipient, who needs no e-mail address. */
const messengerOf = ({ messages }: MailingRecipientView): string | undefined =>
  messages.map(({ channel }) => messengerName(channel)).find(Boolean);

function stateNote(t: TFunction<'mailings'>, recipient: MailingRecipientView, nextSend: ColumnOptions['nextSend']): string {
  const shown = statusOfRecipient(recipient);
  if (recipient.ended === 'finished' || (recipient.ended === 'by_hand' && shown !== 'stopped')) return t(`ended.${recipient.ended}`);
  if (recipient.ended || shown === 'bounced') return '';
  const failed = recipient.messages.findLast((message) => message.error_text !== null);
  if (recipient.status === 'error' && failed?.error_text) return failed.error_text;
  if (recipient.email_problem && !messengerOf(recipient)) return t(`emailProblem.${recipient.email_problem}`);
  return nextSend(recipient) ?? '';
}

/** SEQ-007: for mailings and sequences. */
export function recipientColumns(
  t: TFunction<'mailings'>,
  { nameOf, jobOf, nextSend, room }: ColumnOptions,
): DataColumn<MailingRecipientView>[] {
  const wide = room === 'wide';
  const columns: (DataColumn<MailingRecipientView> | false)[] = [
    {
      id: 'person',
      header: t('recipients.person'),
      hideable: false,
      minWidth: wide ? 220 : 172,
      cell: (row) => (
        <span className={classes.person}>
          {room !== 'phone' && <Avatar name={nameOf(row)} src={row.profile.picture} size={28} />}
          <span className={classes.stack}>
            <span className={classes.name}>{nameOf(row)}</span>
            <span className={`${classes.cut} ${mailingsClasses.small}`}>{jobOf(row)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('recipients.status'),
      width: { phone: 132, narrow: 168, wide: 196 }[room],
      cell: (row) => {
        const note = stateNote(t, row, nextSend);
        return (
          <span className={classes.stack}>
            <span>
              <MessageStatusPill status={statusOfRecipient(row)} /> <ChannelIcon channel={row.messages.at(-1)?.channel ?? 'email'} />
            </span>
            {note && (
              <span className={`${room === 'phone' ? classes.note : classes.cut} ${mailingsClasses.small}`} title={note}>
                {note}
              </span>
            )}
          </span>
        );
      },
    },
    wide && {
      id: 'activity',
      header: t('recipients.lastActivity'),
      width: 116,
      optional: 2,
      cell: (row) => <RelativeTime value={row.last_activity_at} />,
    },
    wide && {
      id: 'to',
      header: t('recipients.to'),
      minWidth: 176,
      optional: 1,
      cell: (row) => row.email || (messengerOf(row) ?? '—'),
    },
    wide && { id: 'source', header: t('recipients.source'), width: 92, optional: 3, cell: (row) => t(`source.${row.source}`) },
    wide && {
      id: 'sent',
      header: t('recipients.sent'),
      width: 110,
      align: 'right',
      cell: (row) => t('recipients.sentOf', { sent: row.messages_sent, total: row.messages_total }),
    },
  ];
  return columns.filter((column) => column !== false);
}
