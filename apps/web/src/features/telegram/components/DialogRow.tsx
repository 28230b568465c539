import { Tooltip } from '@mantine/core';
import { IconAlertCircle, IconClockExclamation, IconLock } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { markOf } from '../model/marks.ts';
import { DeliverySign } from './DeliverySign.tsx';
import classes from './list.module.css';
import { Preview } from './Preview.tsx';

interface DialogRowProps {
  dialog: TelegramDialog;
  isOpen: boolean;
  onOpen: (id: number) => void;
}

function When({ moment }: { moment: string }) {
  const [today] = useState(() => new Date().toDateString());
  const date = new Date(moment);
  return (
    <time className={classes.when} dateTime={moment} title={formatDate(moment, currentLanguage(), 'dateTime')}>
      {formatDate(date, currentLanguage(), date.toDateString() === today ? 'time' : 'date')}
    </time>
  );
}

/** TG-014. */
function Attention({ failed }: { failed: boolean }) {
  const { t } = useTranslation('telegram');
  const Sign = failed ? IconAlertCircle : IconClockExclamation;
  const label = failed ? t('attentionFailed') : t('attentionOwed');
  return (
    <Tooltip label={label}>
      <span className={classes.attention} data-failed={failed || undefined}>
        <Sign size={18} stroke={1.6} aria-hidden />
        <span className="hw-visually-hidden">{label}</span>
      </span>
    </Tooltip>
  );
}

function Private() {
  const { t } = useTranslation('telegram');
  return (
    <span className={classes.mark}>
      <IconLock size={13} aria-hidden style={{ display: 'block' }} />
      <span className="hw-visually-hidden">{t('access.private')}</span>
    </span>
  );
}

function Marked() {
  const { t } = useTranslation('telegram');
  return (
    <span className={classes.badge} data-marked>
      <span className="hw-visually-hidden">{t('markedUnread')}</span>
    </span>
  );
}

function Unread({ count }: { count: number }) {
  const { t } = useTranslation('telegram');
  return (
    <span className={classes.badge}>
      <span aria-hidden>{formatNumber(count, currentLanguage())}</span>
      <span className="hw-visually-hidden">{t('unreadCount', { count })}</span>
    </span>
  );
}

export const DialogRow = memo(function DialogRow({ dialog, isOpen, onOpen }: DialogRowProps) {
  const { id, name, last_message: last, unread_count: unread, is_marked_unread: isMarked } = dialog;
  const mark = last?.out && dialog.draft.trim() === '' ? markOf(last) : undefined;
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-current={isOpen || undefined}
        data-unread={unread > 0 || isMarked || undefined}
        data-dialog={id}
        onClick={() => onOpen(id)}
      >
        <Avatar name={name} size={40} />
        <span className={classes.text}>
          <span className={classes.line}>
            <span className={classes.name}>{name}</span>
            {dialog.access_type === 'private' && <Private />}
            {mark && mark !== 'failed' && <DeliverySign mark={mark} className={classes.mark} />}
            <When moment={dialog.last_at} />
          </span>
          <span className={classes.line}>
            <Preview dialog={dialog} />
            {dialog.attention_reason && <Attention failed={dialog.attention_reason === 'not_sent'} />}
            {unread > 0 && <Unread count={unread} />}
            {unread === 0 && isMarked && <Marked />}
          </span>
        </span>
      </button>
    </li>
  );
});
