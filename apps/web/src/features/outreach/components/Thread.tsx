import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { threadQuery } from '../api/messages.ts';
import { entriesOf, type ThreadEntry } from '../model/thread.ts';
import { titleOf } from '../model/title.ts';
import { ReplyBox } from './ReplyBox.tsx';
import classes from './thread.module.css';

const RichText = lazyPart(() => import('#features/editor/components/RichText.tsx'), 'RichText', ['editor']);

export const prepareThread = RichText.preload;

const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

function Received({ entry: { reply, at }, name }: { entry: Extract<ThreadEntry, { kind: 'received' }>; name: string | null }) {
  const { t } = useTranslation('outreach');
  const isFromPerson = reply.kind === 'reply' || reply.kind === 'auto_reply';
  const kind = t(`heard.${reply.kind as 'reply'}`);
  const from = (isFromPerson && name) || reply.from_address || kind;
  return (
    <li className={classes.received}>
      <header className={classes.entryHead}>
        <strong>{isFromPerson ? from : kind}</strong>
        {reply.from_address !== '' && reply.from_address !== from && <span className={classes.address}>{reply.from_address}</span>}
        {reply.kind === 'auto_reply' && from !== kind && <span className={classes.quiet}>{kind}</span>}
        <time className={classes.quiet} dateTime={at}>
          {exact(at)}
        </time>
      </header>
      <div className={classes.plain} dir="auto">
        {reply.text}
      </div>
    </li>
  );
}

function Sent({ entry: { message, at } }: { entry: Extract<ThreadEntry, { kind: 'sent' }> }) {
  const { t } = useTranslation('outreach');
  const title = titleOf(message, t);
  return (
    <li className={classes.sent}>
      <header className={classes.entryHead}>
        <strong>{message.sender.name}</strong>
        <MessageStatusPill status={messageStatusOf(message.status, message.error_reason)} />
        <time className={classes.quiet} dateTime={at}>
          {exact(at)}
        </time>
      </header>
      <p className={classes.subject}>{title}</p>
      {message.error_text && (
        <Alert color="red" p="xs" mb={8} title={message.error_text}>
          {message.error_hint}
        </Alert>
      )}
      <RichText html={message.html} label={title} />
    </li>
  );
}

/** Rendered together, because texts that load one by one would shift each other. */
function Entries({ entries, name }: { entries: readonly ThreadEntry[]; name: string | null }) {
  return (
    <ol className={classes.entries}>
      {entries.map((entry) =>
        entry.kind === 'sent' ? <Sent key={entry.key} entry={entry} /> : <Received key={entry.key} entry={entry} name={name} />,
      )}
    </ol>
  );
}

/** `onWrite` starts a message to another address. */
export function Thread({ profileId, onWrite }: { profileId: number; onWrite: () => void }) {
  const { t } = useTranslation('outreach');
  const query = useQuery(threadQuery(profileId));
  const messages = query.data?.messages;
  if (!messages?.length) {
    return (
      <div className={classes.past}>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <SkeletonText lines={10} />}
        {messages && <EmptyState title={t('noMessages')} />}
      </div>
    );
  }
  return (
    <>
      <ScrollRegion label={t('conversation')} className={classes.past}>
        <Suspense fallback={<SkeletonText lines={10} />}>
          <Entries entries={entriesOf(messages)} name={messages.at(-1)?.profile_name ?? null} />
        </Suspense>
      </ScrollRegion>
      <ReplyBox profileId={profileId} messages={messages} onWrite={onWrite} />
    </>
  );
}
