import { useQuery } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { mailboxQuery } from '#features/outreach/api/mailbox.ts';
import { pinnedViewsQuery } from '#features/statistics/api/views.ts';
import { FirstSteps } from '#features/welcome/components/FirstSteps.tsx';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { lazyAside } from '#ui/lazy-part.tsx';

const PinnedViews = lazyAside(() => import('#features/statistics/components/PinnedViews.tsx'), 'PinnedViews', ['statistics']);

/** First steps of an administrator and pinned statistics, below the examples of the search home. */
export function HomeParts({ hasPeople }: { hasPeople: boolean }) {
  const user = useCurrentUser();
  const actor = asActor(user);
  const hasFirstSteps = mayAccess('company', actor);
  const mailbox = useQuery({ ...mailboxQuery, enabled: hasFirstSteps && mayAccess('messaging', actor) }).data;
  const pinned = useQuery({ ...pinnedViewsQuery, enabled: mayAccess('read_statistics', actor) }).data?.views ?? [];
  return (
    <>
      {pinned.length > 0 && <PinnedViews views={pinned} ownCompany={user.company.company_id} />}
      {hasFirstSteps && <FirstSteps hasPeople={hasPeople} hasMailbox={mailbox && Boolean(mailbox.mailbox)} />}
    </>
  );
}
