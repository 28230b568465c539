import { ActionIcon, Anchor } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMarkRead } from '#features/outreach/api/inbox.ts';
import { threadQuery, threadsQuery } from '#features/outreach/api/messages.ts';
import { ConversationActions } from '#features/outreach/components/ConversationActions.tsx';
import classes from '#features/outreach/components/outreach.module.css';
import { Thread } from '#features/outreach/components/Thread.tsx';
import { ThreadList } from '#features/outreach/components/ThreadList.tsx';
import { inboxParams } from '#features/outreach/model/params.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SplitPane } from '#ui/SplitPane.tsx';
import { openComposer } from '../profiles/MessageButtons.tsx';
import { MessagesTabs } from './MessagesTabs.tsx';

interface ThreadPaneProps {
  profileId: number;
  isSetAside: boolean;
  onClose: () => void;
}

function ThreadPane({ profileId, isSetAside, onClose }: ThreadPaneProps) {
  const { t } = useTranslation(['outreach', 'ui']);
  const { messages, assignee = null } = useQuery(threadQuery(profileId)).data ?? {};
  const last = messages?.at(-1);
  useMarkRead(profileId, messages);
  return (
    <>
      <header className={classes.paneHead}>
        <div className={classes.paneTitle}>
          <h2 className={classes.heading}>{last ? (last.profile_name ?? last.email) : t('conversation')}</h2>
          <Anchor component={Link} to={`/profiles/${profileId}`} size="sm">
            {t('openProfile')}
          </Anchor>
        </div>
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {last && <ConversationActions profileId={profileId} isSetAside={isSetAside} assignee={assignee} onDone={onClose} />}
      <Thread
        profileId={profileId}
        onWrite={() => openComposer({ name: last?.profile_name, profileId, candidateId: last?.candidate_id ?? undefined })}
      />
    </>
  );
}

export function InboxPage() {
  const { t } = useTranslation('outreach');
  const { shown, change } = useScreenParams(inboxParams);
  const { person, attention } = shown;
  const opened = useQuery(threadsQuery(shown)).data?.threads.find(({ message }) => message.profile_id === person);
  const isSetAside = opened ? opened.set_aside !== null : attention === 'snoozed' || attention === 'done';
  usePageTitle(t('inbox'));
  const close = () => change({ person: undefined });
  return (
    <SplitPane
      id="inbox"
      label={t('conversation')}
      defaultWidth={640}
      onClose={close}
      pane={person && <ThreadPane key={person} profileId={person} isSetAside={isSetAside} onClose={close} />}
    >
      <PageHeader title={t('inbox')}>
        <MessagesTabs />
      </PageHeader>
      <ThreadList />
    </SplitPane>
  );
}
