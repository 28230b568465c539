import type { QueryClient } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { tasksOfProfileQuery } from '#features/candidate-tasks/api/tasks.ts';
import { profileMessagesQuery } from '#features/outreach/api/messages.ts';
import { profileEventsQuery } from '#features/profiles/api/events.ts';
import { profileQuery, resumesQuery } from '#features/profiles/api/profile.ts';
import { shortlistsOfProfileQuery } from '#features/shortlists/api/shortlists.ts';
import { commentsQuery } from '#features/vacancies/api/comments.ts';
import { vacanciesOfProfileQuery } from '#features/vacancies/api/vacancies.ts';
import type { CurrentUser } from '@headwater/contract/accounts';
import { asActor } from '#lib/actor.ts';

/** Longest wait for the secondary data, in ms. A longer blank page is worse than a layout shift. */
const mostWaitMs = 1500;

/**
 * Loads all data before the render, to avoid layout shifts. Not for a hovered link: opening a
 * profile counts against the company's daily limit.
 */
export async function loadProfile(client: QueryClient, profileId: number, user: CurrentUser): Promise<void> {
  await client.prefetchQuery(profileQuery(profileId));
  if (!client.getQueryData(profileQuery(profileId).queryKey)) return;
  const actor = asActor(user);
  const beside = Promise.all([
    client.prefetchInfiniteQuery(profileEventsQuery(profileId)),
    user.permissions.resumes && client.prefetchQuery(resumesQuery(profileId)),
    mayAccess('vacancies', actor) && client.prefetchQuery(vacanciesOfProfileQuery(profileId)),
    mayAccess('vacancies', actor) && client.prefetchQuery(shortlistsOfProfileQuery(profileId)),
    mayAccess('search', actor) && client.prefetchQuery(tasksOfProfileQuery(profileId)),
    mayAccess('comments', actor) && client.prefetchInfiniteQuery(commentsQuery(profileId)),
    mayAccess('messaging', actor) && client.prefetchQuery(profileMessagesQuery(profileId)),
  ]);
  await Promise.race([beside, new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
}
