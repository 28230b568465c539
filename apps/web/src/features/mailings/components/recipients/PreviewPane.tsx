import { ActionIcon, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { MailingListView } from '@headwater/contract/mailings';
import { sendEvent } from '#lib/usage-events.ts';
import { useScreenEvent } from '#lib/use-screen-event.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { mailingEvent } from '../../api/mailings.ts';
import classes from './recipients.module.css';
import mailingsClasses from '../mailings.module.css';
import { MessagePreview } from './MessagePreview.tsx';
import { RecipientPicker, useRecipientPicker } from './RecipientPicker.tsx';

interface PreviewPaneProps {
  list: MailingListView;
  templateId: number | undefined;
  onClose: () => void;
}

export function PreviewPane({ list, templateId, onClose }: PreviewPaneProps) {
  const { t } = useTranslation(['mailings', 'ui']);
  const [chosen, setChosen] = useState<number>();
  const { current, query } = useRecipientPicker(list, chosen, '');
  const recipientId = chosen ?? current?.id;
  useScreenEvent(list.id, () => sendEvent('Mailing List: Preview', mailingEvent(list)));
  return (
    <>
      <header className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('preview.title')}</h2>
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes.pane}>
        {recipientId === undefined && query.isPending && <Skeleton height={320} />}
        {recipientId === undefined && !query.isPending && <p className={mailingsClasses.quiet}>{t('preview.nobody')}</p>}
        {recipientId !== undefined && (
          <>
            <RecipientPicker list={list} value={recipientId} onChange={setChosen} />
            <MessagePreview recipientId={recipientId} templateId={templateId} />
          </>
        )}
      </div>
    </>
  );
}
