import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PreviewFrame } from '#features/editor/components/PreviewFrame.tsx';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { messageQuery, useDecide, whyQuery } from '../api/messages.ts';
import { titleOf } from '../model/title.ts';
import { MessageStatus } from './MessageStatus.tsx';
import classes from './outreach.module.css';

const exact = (moment: string) => formatDate(moment, currentLanguage(), 'dateTime');

/** DEC-10 */
function Waiting({ id }: { id: number }) {
  const { t } = useTranslation('outreach');
  const why = useQuery(whyQuery(id)).data;
  if (!why) return null;
  return (
    <Alert mt="sm">
      {why.text}
      {why.expected_at && ` · ${t('expected', { at: exact(why.expected_at) })}`}
    </Alert>
  );
}

/** The outcome of sending is unknown, so the user decides. */
function UnknownOutcome({ id }: { id: number }) {
  const { t } = useTranslation('outreach');
  const decide = useDecide(id);
  return (
    <Group mt="xs">
      <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('was_sent', { onError: showError })}>
        {t('wasSent')}
      </Button>
      <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('send_again', { onError: showError })}>
        {t('sendAgain')}
      </Button>
    </Group>
  );
}

function EventNote({ event }: { event: { type: string; text: string | null } }) {
  const { t } = useTranslation('outreach');
  if (!event.text) return null;
  if (event.type === 'clicked') return <span className={classes.quiet}> · {event.text}</span>;
  if (!event.type.endsWith('_by_machine')) return null;
  return <span className={classes.quiet}> · {t(`machine.${event.text as 'agent'}`)}</span>;
}

export function MessageDetails({ id }: { id: number }) {
  const { t } = useTranslation('outreach');
  const query = useQuery(messageQuery(id));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonText lines={8} />;
  const message = query.data;
  const about = [t('toAddress', { email: message.email }), message.sender.name];
  if (message.type !== 'single') about.push(t(`type.${message.type}`));
  const waits = message.status === 'pending' || message.status === 'planned';
  return (
    <div>
      <MessageStatus message={message} />
      <p className={classes.about}>{about.join(' · ')}</p>
      {waits && <Waiting id={id} />}
      {message.error_text && (
        <Alert color="red" mt="sm" title={message.error_text}>
          {message.error_hint}
          {message.error_detail && <p className={classes.quiet}>{message.error_detail}</p>}
          {message.error_reason === 'unknown_outcome' && <UnknownOutcome id={id} />}
        </Alert>
      )}
      {message.replies.map((reply) => (
        <div key={reply.id} className={classes.reply}>
          <p className={classes.quiet}>
            {t(`heard.${reply.kind as 'reply'}`)} · {reply.from_address} · {exact(reply.received_at)}
          </p>
          {reply.text}
        </div>
      ))}
      <dl className={classes.timeline}>
        {message.timeline.map((event) => (
          <div key={`${event.type}${event.timestamp}`} style={{ display: 'contents' }}>
            <dt className={classes.quiet}>{exact(event.timestamp)}</dt>
            <dd style={{ margin: 0 }}>
              {t(`event.${event.type as 'sent'}`)}
              <EventNote event={event} />
            </dd>
          </div>
        ))}
      </dl>
      <PreviewFrame title={titleOf(message, t)} html={message.html} />
    </div>
  );
}
