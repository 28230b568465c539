import type { QueryKey } from '@tanstack/react-query';
import type { EventTopic, ServerEvent } from '@headwater/contract/events';
import type { orpc as utils } from './api.ts';

type Ids = ServerEvent['ids'];
type Keyed = { key(options?: { input: { id: number } }): QueryKey };

const ofIds = (ids: Ids, queries: readonly Keyed[]): QueryKey[] =>
  queries.flatMap((query) => (ids.length === 0 ? [query.key()] : ids.map((id) => query.key({ input: { id } }))));

/** Queries that each topic makes stale. A missing topic does not compile. */
export function staleBy(orpc: typeof utils) {
  const mailings = (ids: Ids): QueryKey[] => {
    const { list, statuses, recipient, preview, why, get, launchInfo, recipients } = orpc.mailings;
    const { sequences } = orpc;
    // Addresses of recipients do not contain the mailing.
    const ofAny = [list, sequences.list, statuses, recipient, preview, why].map((query) => query.key());
    return [...ofAny, ...ofIds(ids, [get, launchInfo, recipients, sequences.get, sequences.recipients])];
  };

  // Mailings of the messages have their own event.
  const messages = (ids: Ids): QueryKey[] => {
    const { list, threads, thread, nextWait, get, why } = orpc.outreach;
    return [list.key(), threads.key(), thread.key(), nextWait.key(), orpc.candidates.key(), ...ofIds(ids, [get, why])];
  };

  // An open template may be in an editor, so it is not refetched.
  const templates = (): QueryKey[] => [orpc.templates.list.key(), orpc.templates.creators.key()];

  const vacancies = (ids: Ids): QueryKey[] => [
    ...ofIds(ids, [orpc.vacancies.get]),
    orpc.vacancies.list.key(),
    orpc.vacancies.ofProfile.key(),
  ];

  const candidates = (ids: Ids): QueryKey[] => [
    ...vacancies(ids),
    ...ofIds(ids, [orpc.candidates.ofVacancy, orpc.shortlists.ofVacancy]),
    orpc.shortlists.ofProfile.key(),
    orpc.statuses.key(),
    ...mailings([]),
  ];

  return {
    open: () => [],
    alive: () => [],
    // The client that starts a job polls it; colleagues see the enrichment request.
    job: () => [orpc.jobs.list.key(), orpc.enrichment.list.key()],
    enrichment: () => [orpc.enrichment.list.key(), orpc.profiles.quotas.key()],
    candidates,
    vacancies,
    messages,
    inbox: () => [orpc.inbox.unread.key(), orpc.outreach.threads.key()],
    mailings,
    templates,
    ats: (ids) => [orpc.ats.key(), ...ofIds(ids, [orpc.profiles.get])],
    candidate_tasks: (ids) => [orpc.candidateTasks.own.key(), ...ofIds(ids, [orpc.candidateTasks.ofProfile])],
    comments: () => [orpc.comments.key(), orpc.fitNotes.key(), orpc.profileEvents.key()],
    tags: (ids) => [orpc.tags.list.key(), ...ofIds(ids, [orpc.tags.ofProfile])],
    merges: () => [
      ...[
        orpc.profiles,
        orpc.profileFragments,
        orpc.profileMerges,
        orpc.profileEvents,
        orpc.comments,
        orpc.tags,
        orpc.files,
        orpc.duplicates,
      ].map((part) => part.key()),
      ...candidates([]),
      ...messages([]),
    ],
    ai_search: () => [orpc.aiSearch.get.key()],
    duplicates: () => [orpc.duplicates.key()],
    // Ids of dialogs. Candidates show the messaging state.
    telegram_dialogs: (ids) => [
      orpc.telegramDialogs.list.key(),
      orpc.telegramDialogs.creators.key(),
      orpc.candidates.key(),
      ...ofIds(ids, [orpc.telegramDialogs.get, orpc.telegramDialogs.messages, orpc.telegramDialogs.why]),
    ],
    telegram_drafts: (ids) => ofIds(ids, [orpc.telegramDialogs.get]),
    // Pending messages depend on the SIM card, and dialogs show its state.
    telegram_accounts: () => [
      orpc.telegramAccounts.list.key(),
      ...[orpc.telegramDialogs.list, orpc.telegramDialogs.get, orpc.telegramDialogs.messages, orpc.telegramDialogs.why].map((query) =>
        query.key(),
      ),
    ],
    notices: () => [orpc.notices.key()],
    resync: () => [],
  } satisfies Record<EventTopic, (ids: Ids) => QueryKey[]>;
}
