import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { profileMessagesQuery } from '../api/messages.ts';
import { titleOf } from '../model/title.ts';
import { MessageDetails } from './MessageDetails.tsx';
import { MessageStatus } from './MessageStatus.tsx';
import { MessageTime } from './MessageTime.tsx';
import classes from './outreach.module.css';

const showMessage = (id: number, title: string) => void openModal({ title, size: 'lg', content: () => <MessageDetails id={id} /> });

export function ProfileMessages({ profileId }: { profileId: number }) {
  const { t } = useTranslation('outreach');
  const query = useQuery(profileMessagesQuery(profileId));
  const messages = query.data?.messages ?? [];
  if (messages.length === 0) return null;
  return (
    <section aria-label={t('messages')} style={{ padding: '16px 0', borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <h3 style={{ fontSize: 13, margin: '0 0 8px' }}>{t('messages')}</h3>
      <ul className={classes.rows}>
        {messages.map((message) => (
          <li key={message.id}>
            <UnstyledButton className={classes.row} onClick={() => showMessage(message.id, titleOf(message, t))}>
              <MessageStatus message={message} />
              <span className={classes.grow}>{titleOf(message, t)}</span>
              <span className={classes.quiet}>
                <MessageTime message={message} />
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
