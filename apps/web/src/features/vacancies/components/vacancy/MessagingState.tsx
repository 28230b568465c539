import { MessageStatusPill, messageStatusOf } from '#ui/MessageStatusPill.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import classes from './candidates.module.css';

/** How far writing to a candidate got, in a word; on a card also when. */
export function MessagingState({ status, at }: { status: string | null; at?: string | null }) {
  if (status === null) return <span className={classes.quiet}>—</span>;
  return (
    <>
      <MessageStatusPill quiet status={messageStatusOf(status)} />
      {at && (
        <span className={classes.quiet}>
          {' '}
          <RelativeTime value={at} />
        </span>
      )}
    </>
  );
}
