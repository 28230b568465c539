import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProfileEventView } from '@headwater/contract/profile-events';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { wordsOfTelegram } from '#ui/words-of-telegram.ts';
import { profileEventsQuery } from '../api/events.ts';
import classes from './profile.module.css';
import { Section } from './Section.tsx';

const quoted: readonly ProfileEventView['kind'][] = [
  'comment',
  'fits',
  'does_not_fit',
  'message',
  'reply',
  'telegram_sent',
  'telegram_received',
];

function Event({ event }: { event: ProfileEventView }) {
  const { t } = useTranslation('profiles');
  const { t: ui } = useTranslation('ui');
  const { kind, at, folder, user_name: who, dialog_id: dialog } = event;
  const text = wordsOfTelegram({ kind: event.telegram_kind, text: event.text }, ui);
  return (
    <li>
      <p className={classes.strong}>{t(`event.${kind}`, { text })}</p>
      {quoted.includes(kind) && text !== '' && <p className={classes.eventText}>{text}</p>}
      {event.reason !== null && <p className={classes.eventText}>{event.reason}</p>}
      <p className={classes.quiet}>
        {who !== '' && <>{who} · </>}
        {folder && (
          <>
            <Link to="/folders/$folderId/" params={{ folderId: String(folder.id) }}>
              {folder.name}
            </Link>
            {' · '}
          </>
        )}
        {dialog !== null && (
          <>
            <Link to="/telegram-messenger/messages" search={{ dialog: String(dialog) }}>
              {t('openDialog')}
            </Link>
            {' · '}
          </>
        )}
        <RelativeTime value={at} />
      </p>
    </li>
  );
}

/** PROF-033. */
export function Activity({ profileId }: { profileId: number }) {
  const { t } = useTranslation('profiles');
  const query = useInfiniteQuery(profileEventsQuery(profileId));
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  if (!first || first.count === 0) return null;
  return (
    <Section title={t('activity')} count={first.count}>
      <ol className={classes.list}>
        {pages
          .flatMap(({ events }) => events)
          .map((event, index) => (
            // Two events may have equal data.
            <Event key={`${event.kind} ${event.at} ${index}`} event={event} />
          ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="subtle" size="compact-xs" mt={8} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('earlierActivity')}
        </Button>
      )}
    </Section>
  );
}
