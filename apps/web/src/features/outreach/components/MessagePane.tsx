import { ActionIcon, Anchor } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { messageQuery } from '../api/messages.ts';
import { titleOf } from '../model/title.ts';
import { MessageDetails } from './MessageDetails.tsx';
import classes from './outreach.module.css';

export function MessagePane({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['outreach', 'ui']);
  const message = useQuery(messageQuery(id)).data;
  return (
    <>
      <header className={classes.paneHead}>
        <div className={classes.paneTitle}>
          <h2 className={classes.heading}>{message ? titleOf(message, t) : t('message')}</h2>
          {/* This line always exists, so that nothing shifts when the message arrives. */}
          <div className={classes.paneLinks}>
            {message && (
              <>
                <Anchor component={Link} to={`/profiles/${message.profile_id}`} size="sm">
                  {message.profile_name ?? message.email}
                </Anchor>
                <span aria-hidden>·</span>
                <Anchor component={Link} to={`/messaging/inbox?person=${message.profile_id}`} size="sm">
                  {t('openConversation')}
                </Anchor>
              </>
            )}
          </div>
        </div>
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes.pane}>
        <MessageDetails id={id} />
      </div>
    </>
  );
}
