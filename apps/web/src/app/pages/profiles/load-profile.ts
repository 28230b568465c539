import type { QueryClient } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { profileMessagesQuery } from '#features/outreach/api/messages.ts';
import { profileEventsQuery } from '#features/profiles/api/events.ts';
import { profileQuery, resumesQuery } from '#features/profiles/api/profile.ts';
import { commentsQuery } from '#features/vacancies/api/comments.ts';
import { vacanciesOfProfileQuery } from '#features/vacancies/api/vacancies.ts';
import type { CurrentUser } from '@headwater/contract/accounts';
import { asActor } from '#lib/actor.ts';

/** What stands beside a profile is waited for no longer, in milliseconds: until then nothing is drawn, and on a slow network that is worse than what moves. */
const mostWaitMs = 1500;

/**
 * A profile and what stands beside it: all of it is there before the page is drawn, so that nothing moves when it arrives, unless it takes long. Not for a
 * link that is hovered: opening a profile counts against the company's day. Of one that cannot be shown nothing more is asked.
 */
export async function loadProfile(client: QueryClient, profileId: number, user: CurrentUser): Promise<void> {
  await client.prefetchQuery(profileQuery(profileId));
  if (!client.getQueryData(profileQuery(profileId).queryKey)) return;
  const actor = asActor(user);
  const beside = Promise.all([
    client.prefetchInfiniteQuery(profileEventsQuery(profileId)),
    user.permissions.resumes && client.prefetchQuery(resumesQuery(profileId)),
    mayAccess('vacancies', actor) && client.prefetchQuery(vacanciesOfProfileQuery(profileId)),
    mayAccess('comments', actor) && client.prefetchInfiniteQuery(commentsQuery(profileId)),
    mayAccess('messaging', actor) && client.prefetchQuery(profileMessagesQuery(profileId)),
  ]);
  await Promise.race([beside, new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
}
