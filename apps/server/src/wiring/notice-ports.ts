import { visibleTasks } from '#modules/candidate-tasks/store/tasks.ts';
import { visibleMessageIds } from '#modules/messaging/messages/store/messages.ts';
import { manageableAccounts, visibleDialogs } from '#modules/messaging/telegram/public.ts';
import type { NoticePorts } from '#modules/notices/public.ts';
import { findProfileCards, visibleProfileIds } from '#modules/profiles/public.ts';
import { findOwnSearches } from '#modules/saved-queries/public.ts';
import { listVacanciesOfProfiles, visibleVacancies } from '#modules/vacancies/public.ts';
import { readableComments } from '#modules/vacancies/store/comments.ts';
import { isHiringManagerLike } from '@headwater/domain/roles';

export const noticePorts: NoticePorts = {
  async peopleSeenBy(tx, actor, profileIds) {
    if (profileIds.length === 0) return new Map();
    const visible = await visibleProfileIds(tx, profileIds);
    const candidates =
      isHiringManagerLike(actor) && new Set((await listVacanciesOfProfiles(tx, actor, profileIds)).map((row) => row.profile_id));
    const seen = profileIds.filter((id) => visible.has(id) && (!candidates || candidates.has(id)));
    const names = new Map((await findProfileCards(tx, seen, actor)).map((card) => [card.id, card.name ?? '']));
    return new Map(seen.map((id) => [id, names.get(id) ?? '']));
  },
  messagesSeenBy: visibleMessageIds,
  dialogsSeenBy: visibleDialogs,
  simCardsSeenBy: manageableAccounts,
  commentsSeenBy: readableComments,
  searchesSeenBy: findOwnSearches,
  tasksSeenBy: visibleTasks,
  vacanciesSeenBy: async (tx, actor, ids) =>
    new Map(ids.length === 0 ? [] : (await visibleVacancies(tx, actor, ids)).map(({ id, name }) => [id, name])),
};
