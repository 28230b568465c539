import { Loader, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { versionsQuery } from '../api/messages.ts';
import classes from './bubble.module.css';

interface EditedProps {
  dialogId: number;
  messageId: number;
  editedAt: string;
}

function Versions({ dialogId, messageId }: Pick<EditedProps, 'dialogId' | 'messageId'>) {
  const { t } = useTranslation('telegram');
  const query = useQuery({ ...versionsQuery(dialogId, messageId), staleTime: 0 });
  if (query.isPending) return <Loader size="xs" aria-label={t('earlier')} />;
  if (query.isError) return <p role="alert">{query.error.message}</p>;
  if (query.data.versions.length === 0) return <p>{t('earlierUnknown')}</p>;
  return (
    <ol aria-label={t('earlier')}>
      {query.data.versions.map(({ message, date }) => (
        <li key={date}>
          <time dateTime={date}>{formatDate(date, currentLanguage(), 'dateTime')}</time>
          <span dir="auto">{message || t('noWords')}</span>
        </li>
      ))}
    </ol>
  );
}

export function Edited({ dialogId, messageId, editedAt }: EditedProps) {
  const { t } = useTranslation('telegram');
  const [isOpen, setOpen] = useState(false);
  const when = formatDate(editedAt, currentLanguage(), 'dateTime');
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="top" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.edited}
          aria-expanded={isOpen}
          title={t('editedAt', { at: when })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('edited')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.versions} aria-label={t('earlier')}>
        <h3>{t('earlier')}</h3>
        {isOpen && <Versions key={editedAt} dialogId={dialogId} messageId={messageId} />}
      </Popover.Dropdown>
    </Popover>
  );
}
