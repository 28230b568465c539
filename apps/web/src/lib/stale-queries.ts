import type { QueryKey } from '@tanstack/react-query';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';
import type { orpc as utils } from './api.ts';

type Ids = ServerEvent['ids'];
type Keyed = { key(options?: { input: { id: number } }): QueryKey };

/** Of the queries about one thing those of the ids; of all things where the event names none. */
const ofIds = (ids: Ids, queries: readonly Keyed[]): QueryKey[] =>
  queries.flatMap((query) => (ids.length === 0 ? [query.key()] : ids.map((id) => query.key({ input: { id } }))));

/** The queries that each topic makes stale. A topic that is missing here does not compile. */
export function staleBy(orpc: typeof utils) {
  const mailings = (ids: Ids): QueryKey[] => {
    const { list, statuses, recipient, preview, why, get, launchInfo, recipients } = orpc.mailings;
    const { sequences } = orpc;
    // Of recipients the address does not say of which mailing they are.
    const ofAny = [list, sequences.list, statuses, recipient, preview, why].map((query) => query.key());
    return [...ofAny, ...ofIds(ids, [get, launchInfo, recipients, sequences.get, sequences.recipients])];
  };

  // The mailings that messages belong to have an event of their own.
  const messages = (ids: Ids): QueryKey[] => {
    const { list, threads, thread, get, why } = orpc.outreach;
    return [list.key(), threads.key(), thread.key(), orpc.candidates.key(), ...ofIds(ids, [get, why])];
  };

  // An open template is left alone: it may be being written.
  const templates = (): QueryKey[] => [orpc.templates.list.key(), orpc.templates.creators.key()];

  const vacancies = (ids: Ids): QueryKey[] => [
    ...ofIds(ids, [orpc.vacancies.get]),
    orpc.vacancies.list.key(),
    orpc.vacancies.ofProfile.key(),
  ];

  const candidates = (ids: Ids): QueryKey[] => [
    ...vacancies(ids),
    ...ofIds(ids, [orpc.candidates.ofVacancy]),
    orpc.statuses.key(),
    ...mailings([]),
  ];

  return {
    open: () => [],
    alive: () => [],
    // A job is watched by its starter, colleagues hear of the request.
    job: () => [orpc.jobs.list.key(), orpc.enrichment.list.key()],
    enrichment: () => [orpc.enrichment.list.key(), orpc.profiles.quotas.key()],
    candidates,
    vacancies,
    messages,
    mailings,
    templates,
    comments: () => [orpc.comments.key(), orpc.profileEvents.key()],
    tags: (ids) => [orpc.tags.list.key(), ...ofIds(ids, [orpc.tags.ofProfile])],
    // Everything that hangs on them has moved.
    merges: () => [
      ...[orpc.profiles, orpc.profileFragments, orpc.profileMerges, orpc.profileEvents, orpc.comments, orpc.tags, orpc.files].map((part) =>
        part.key(),
      ),
      ...candidates([]),
      ...messages([]),
    ],
    ai_search: () => [orpc.aiSearch.get.key()],
    duplicates: () => [orpc.duplicates.key()],
    // The ids are the dialogs': their messages, and the lists that they stand in. Candidates say how far writing to them got.
    telegram_dialogs: (ids) => [
      orpc.telegramDialogs.list.key(),
      orpc.telegramDialogs.creators.key(),
      orpc.candidates.key(),
      ...ofIds(ids, [orpc.telegramDialogs.get, orpc.telegramDialogs.messages, orpc.telegramDialogs.why]),
    ],
    telegram_drafts: (ids) => ofIds(ids, [orpc.telegramDialogs.get]),
    // What messages wait for hangs on the SIM card, and dialogs say whether it is there.
    telegram_accounts: () => [
      orpc.telegramAccounts.list.key(),
      ...[orpc.telegramDialogs.list, orpc.telegramDialogs.get, orpc.telegramDialogs.messages, orpc.telegramDialogs.why].map((query) =>
        query.key(),
      ),
    ],
    notices: () => [orpc.notices.key()],
    // Anything may have changed: keepFresh asks for all of it.
    resync: () => [],
  } satisfies Record<EventTopic, (ids: Ids) => QueryKey[]>;
}
