import { type NoticePayload, noticePayload, type NoticeView } from '@headwater/contract/notices';
import { type Actor, isSuperUser } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { jobsOf, type NoticeRow } from './store.ts';

interface SeenDialog {
  id: number;
  name: string;
}

interface SeenSearch {
  name: string;
  place: string;
}

export interface NoticePorts {
  /** Names by profile id. */
  peopleSeenBy(tx: Tx, actor: Actor, profileIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  messagesSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Dialog and sender name by Telegram message id. */
  dialogsSeenBy(tx: Tx, actor: Actor, messageIds: readonly number[]): Promise<ReadonlyMap<number, SeenDialog>>;
  simCardsSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Own saved queries by id. */
  searchesSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, SeenSearch>>;
  /** Names by vacancy id. */
  vacanciesSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Titles by task id. */
  tasksSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Authors by comment id. */
  commentsSeenBy(tx: Tx, actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

interface Read extends NoticeRow {
  about: NoticePayload;
}

/** Omits an unreadable row, which would otherwise hide all others. */
const readPayloads = (rows: readonly NoticeRow[]): Read[] =>
  rows.flatMap((row) => {
    const { data } = noticePayload.safeParse({ ...row.payload, kind: row.kind });
    return data ? [{ ...row, about: data }] : [];
  });

const isOfTelegram = ({ about }: Read) => about.kind === 'reply' && about.channel === 'telegram';

const objectsOf = (rows: readonly Read[], kind: NoticeRow['kind']) =>
  rows.flatMap((row) => (row.kind === kind && row.object_id !== null ? [row.object_id] : []));

interface Named {
  author: string | undefined;
  dialog: SeenDialog | undefined;
  vacancy: string | undefined;
  task: string | undefined;
  search: SeenSearch | undefined;
}

function detailOf({ about, profile_id: profileId }: Read, { author, dialog, vacancy, task, search }: Named) {
  if (search) return search.name;
  if (about.kind === 'vacancy' || (about.kind === 'review' && !about.decision)) return vacancy ?? '';
  if (about.kind === 'task') return task ?? '';
  if ('detail' in about) return about.detail;
  if (about.kind === 'mention') return author ?? '';
  return dialog && profileId === null ? dialog.name : '';
}

function newPeopleOf(row: Read, { place, people }: { place: string; people: ReadonlyMap<number, string> }): NoticeView['search'] {
  if (row.about.kind !== 'search') return null;
  const { count, profile_ids: ids, failure } = row.about;
  return {
    id: row.object_id ?? 0,
    place,
    count,
    failure,
    people: ids.flatMap((id) => {
      const name = people.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}

const namedIn = ({ about }: Read) => (about.kind === 'search' ? about.profile_ids : []);

/** Omits notices with a profile, message, comment, search, vacancy or task hidden from the reader. */
export async function visibleNotices(tx: Tx, stored: readonly NoticeRow[], { actor, ports }: { actor: Actor; ports: NoticePorts }) {
  const rows = readPayloads(stored);
  const people = await ports.peopleSeenBy(tx, actor, [
    ...new Set(rows.flatMap((row) => [...(row.profile_id === null ? [] : [row.profile_id]), ...namedIn(row)])),
  ]);
  const [byTelegram, byMail] = [rows.filter(isOfTelegram), rows.filter((row) => !isOfTelegram(row))];
  const messages = await ports.messagesSeenBy(tx, actor, objectsOf(byMail, 'reply'));
  const dialogs = await ports.dialogsSeenBy(tx, actor, objectsOf(byTelegram, 'reply'));
  const comments = await ports.commentsSeenBy(tx, actor, objectsOf(rows, 'mention'));
  const vacancies = await ports.vacanciesSeenBy(tx, actor, [...objectsOf(rows, 'review'), ...objectsOf(rows, 'vacancy')]);
  const tasks = await ports.tasksSeenBy(tx, actor, objectsOf(rows, 'task'));
  const simCards = await ports.simCardsSeenBy(tx, actor, objectsOf(rows, 'messenger'));
  const searches = await ports.searchesSeenBy(tx, actor, objectsOf(rows, 'search'));
  const jobs = await jobsOf(tx, objectsOf(rows, 'job'));
  return rows.flatMap((row): NoticeView[] => {
    const name = row.profile_id === null ? undefined : people.get(row.profile_id);
    if (row.profile_id !== null && name === undefined) return [];
    const object = row.object_id ?? 0;
    const dialog = isOfTelegram(row) ? dialogs.get(object) : undefined;
    if (row.kind === 'reply' && !dialog && (isOfTelegram(row) || !messages.has(object))) return [];
    if (row.kind === 'mention' && !comments.has(object)) return [];
    if (row.kind === 'task' && !tasks.has(object)) return [];
    const isOfVacancy = row.kind === 'review' || row.kind === 'vacancy';
    if (isOfVacancy && !vacancies.has(object)) return [];
    if (row.kind === 'messenger' && !simCards.has(object)) return [];
    if (row.kind === 'installation' && !isSuperUser(actor)) return [];
    const search = row.kind === 'search' ? searches.get(object) : undefined;
    if (row.kind === 'search' && !search) return [];
    const job = row.kind === 'job' ? jobs.get(object) : undefined;
    return [
      {
        id: row.id,
        kind: row.kind,
        created_at: row.created_at.toISOString(),
        is_read: row.read_at !== null,
        person: row.profile_id === null ? null : { id: row.profile_id, name: name ?? '' },
        job: job ? { ...job, status: job.status === 'failed' ? 'failed' : 'done' } : null,
        dialog_id: dialog?.id ?? null,
        vacancy_id: isOfVacancy ? object : null,
        decision: row.about.kind === 'review' ? row.about.decision : null,
        is_due: row.about.kind === 'task' && row.about.is_due,
        is_frozen: row.about.kind === 'messenger' && row.about.is_frozen,
        search: search ? newPeopleOf(row, { place: search.place, people }) : null,
        detail: detailOf(row, { author: comments.get(object), dialog, vacancy: vacancies.get(object), task: tasks.get(object), search }),
      },
    ];
  });
}
