import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { currentLanguage, loadTexts } from '#lib/i18n.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { threadQuery } from '../api/messages.ts';
import { entriesOf, replyTarget, type ThreadEntry } from '../model/thread.ts';
import { MessageStatus } from './MessageStatus.tsx';
import { ReplyBox } from './ReplyBox.tsx';
import classes from './thread.module.css';

const RichText = lazy(async () => {
  const [module] = await Promise.all([import('#features/editor/components/RichText.tsx'), loadTexts('editor')]);
  return { default: module.RichText };
});

const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

function Entry({ entry }: { entry: ThreadEntry }) {
  const { t } = useTranslation('outreach');
  if (entry.kind === 'received') {
    const { reply } = entry;
    return (
      <li className={classes.received}>
        <header className={classes.entryHead}>
          <strong>{reply.from_address || t(`heard.${reply.kind as 'reply'}`)}</strong>
          {reply.kind !== 'reply' && <span className={classes.quiet}>{t(`heard.${reply.kind as 'bounce'}`)}</span>}
          <time className={classes.quiet} dateTime={entry.at}>
            {exact(entry.at)}
          </time>
        </header>
        <div className={classes.plain} dir="auto">
          {reply.text}
        </div>
      </li>
    );
  }
  const { message } = entry;
  return (
    <li className={classes.sent}>
      <header className={classes.entryHead}>
        <strong>{message.sender.name}</strong>
        <MessageStatus message={message} />
        <time className={classes.quiet} dateTime={entry.at}>
          {exact(entry.at)}
        </time>
      </header>
      <p className={classes.subject}>{message.subject}</p>
      {message.error_text && (
        <Alert color="red" p="xs" mb={8} title={message.error_text}>
          {message.error_hint}
        </Alert>
      )}
      <Suspense fallback={<SkeletonText lines={3} />}>
        <RichText html={message.html} label={message.subject} />
      </Suspense>
    </li>
  );
}

/** What was written to one person and what came back, in its order, with room to answer at the end. */
export function Thread({ profileId }: { profileId: number }) {
  const { t } = useTranslation('outreach');
  const query = useQuery(threadQuery(profileId));
  const messages = query.data?.messages;
  const end = useRef<HTMLDivElement>(null);
  const count = messages && entriesOf(messages).length;
  // The newest is what one came for.
  useEffect(() => {
    if (count) end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!messages) return <SkeletonText lines={10} />;
  const target = replyTarget(messages);
  if (!target) return <EmptyState title={t('noMessages')} />;
  return (
    <>
      <ol className={classes.entries} aria-label={t('conversation')}>
        {entriesOf(messages).map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      <ReplyBox key={target.id} profileId={profileId} candidateId={messages.at(-1)?.candidate_id ?? undefined} replyTo={target} />
      <div ref={end} />
    </>
  );
}
