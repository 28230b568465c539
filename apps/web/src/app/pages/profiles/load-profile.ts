import type { QueryClient } from '@tanstack/react-query';
import { mayAccess } from '@headwater/domain/access';
import { profileMessagesQuery } from '#features/outreach/api/messages.ts';
import { resumesQuery } from '#features/profiles/api/profile.ts';
import { commentsQuery } from '#features/vacancies/api/comments.ts';
import { vacanciesOfProfileQuery } from '#features/vacancies/api/vacancies.ts';
import type { CurrentUser } from '@headwater/contract/accounts';
import { asActor } from '#lib/actor.ts';

/**
 * What stands beside a profile: it is there before the page is drawn, so that nothing moves when it arrives. The profile itself is asked for
 * by the page alone, since opening it counts against the company's day and a hovered link must not.
 */
export async function loadSections(client: QueryClient, profileId: number, user: CurrentUser): Promise<void> {
  const actor = asActor(user);
  await Promise.all([
    user.permissions.resumes && client.prefetchQuery(resumesQuery(profileId)),
    mayAccess('vacancies', actor) && client.prefetchQuery(vacanciesOfProfileQuery(profileId)),
    mayAccess('comments', actor) && client.prefetchInfiniteQuery(commentsQuery(profileId)),
    mayAccess('messaging', actor) && client.prefetchQuery(profileMessagesQuery(profileId)),
  ]);
}
