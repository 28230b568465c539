import { statfs } from 'node:fs/promises';
import { stepChannels } from '@headwater/domain/outreach/channels';
import type { SearchService } from '#modules/search/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Figure, ReadFigures } from '#platform/figures.ts';
import type { Log } from '#platform/log.ts';
import * as store from './store.ts';

export interface FigureSources {
  database: Database;
  clock: Clock;
  log: Log;
  search: SearchService;
  dataDir: string;
  release: string;
  usageFigures(): Figure[];
}

const freshMs = 10_000;
const hourMs = 3_600_000;

const states = {
  mailboxes: ['connected', 'broken', 'disconnected'],
  telegram_accounts: ['connected', 'frozen', 'signed_out', 'banned', 'removed'],
  jobs: ['queued', 'running', 'undoing'],
  tasks: ['waiting', 'running', 'later', 'failed'],
} as const;
const unsent = ['waiting', 'sending', 'failed', 'unknown'];

const inState = (counts: readonly store.Count[], state: string) => counts.find((each) => each.state === state);

/** One series per state, also for zero, so that alert rules always find their series. */
const byState = (name: keyof typeof states, help: string, counts: readonly store.Count[]): Figure[] =>
  states[name].map((state) => ({ name, help, labels: { state }, value: inState(counts, state)?.count ?? 0 }));

const secondsSince = (now: Date, oldest: Date | null | undefined) =>
  Math.max(0, (now.getTime() - (oldest?.getTime() ?? now.getTime())) / 1000);

async function readDatabase({ database, clock, search }: FigureSources): Promise<Figure[]> {
  const now = clock.now();
  const engine = await search.current()?.stats();
  return database.readAsSystem(async (tx) => {
    const [messages, sent, mailboxes, accounts, jobs, tasks, bytes, change] = await Promise.all([
      store.countUnsentMessages(tx),
      store.countSentMessages(tx, new Date(now.getTime() - hourMs)),
      store.countMailboxes(tx),
      store.countTelegramAccounts(tx),
      store.countJobs(tx),
      store.countTasks(tx),
      store.databaseBytes(tx),
      engine && store.oldestChangeAfter(tx, engine.version),
    ]);
    const oldestOf = (channel: string) => messages.find((each) => each.channel === channel && each.state === 'waiting')?.oldest;
    const unsentIn = (channel: string, state: string) =>
      messages.find((each) => each.channel === channel && each.state === state)?.count ?? 0;
    return [
      ...stepChannels.flatMap((channel) => [
        ...unsent.map((state) => ({
          name: 'messages',
          help: 'Messages that are not sent, by state',
          labels: { channel, state },
          value: unsentIn(channel, state),
        })),
        {
          name: 'messages_sent_last_hour',
          help: 'Messages sent within the last hour',
          labels: { channel },
          value: sent.find((each) => each.channel === channel)?.count ?? 0,
        },
        {
          name: 'oldest_waiting_message_seconds',
          help: 'Time since the first waiting message was due',
          labels: { channel },
          value: secondsSince(now, oldestOf(channel)),
        },
      ]),
      ...byState('mailboxes', 'Mailboxes by state', mailboxes),
      ...byState('telegram_accounts', 'SIM cards by state', accounts),
      ...byState('jobs', 'Bulk work that is not over, by state', jobs),
      {
        name: 'oldest_job_seconds',
        help: 'Age of the oldest job that is queued',
        value: secondsSince(now, inState(jobs, 'queued')?.oldest),
      },
      ...byState('tasks', 'Background tasks by state', tasks),
      {
        name: 'oldest_task_seconds',
        help: 'Time since the first waiting task was due',
        value: secondsSince(now, inState(tasks, 'waiting')?.oldest),
      },
      { name: 'database_bytes', help: 'Size of the database', value: bytes },
      ...(engine
        ? [
            { name: 'search_documents', help: 'Documents in the search index of this process', value: engine.documents },
            { name: 'search_bytes', help: 'Memory of the search index of this process', value: engine.bytes },
            ...(engine.trouble === undefined
              ? []
              : [
                  {
                    name: 'search_trouble',
                    help: 'Why changes are not written to OpenSearch',
                    labels: { reason: engine.trouble },
                    value: 1,
                  },
                ]),
            { name: 'search_lag_seconds', help: 'Age of the first change that the index does not have', value: secondsSince(now, change) },
          ]
        : []),
    ];
  });
}

function readPool({ pool }: Database): Figure[] {
  const help = 'Connections of this process to the database; waiting: requests without one';
  const of = (state: string, value: number) => ({ name: 'database_connections', help, labels: { state }, value });
  return [of('used', pool.totalCount - pool.idleCount), of('idle', pool.idleCount), of('waiting', pool.waitingCount)];
}

async function readDisk(folder: string): Promise<Figure[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [
    { name: 'disk_free_bytes', help: 'Free space of the disk with the data folder', value: bavail * bsize },
    { name: 'disk_bytes', help: 'Size of the disk with the data folder', value: blocks * bsize },
  ];
}

/** A source that fails is omitted. */
export function createFigures(sources: FigureSources): ReadFigures {
  const { clock, log, release } = sources;
  let known: { at: number; figures: Promise<Figure[]> } | undefined;
  const orNone = async (figures: Promise<Figure[]>) =>
    figures.catch((error: unknown) => {
      log.warn({ err: error }, 'could not read metrics');
      return [];
    });
  return async () => {
    const at = clock.now().getTime();
    if (!known || Math.abs(at - known.at) > freshMs) known = { at, figures: orNone(readDatabase(sources)) };
    const [database, disk] = await Promise.all([known.figures, orNone(readDisk(sources.dataDir))]);
    return [
      { name: 'info', help: 'The release that runs', labels: { version: release }, value: 1 },
      ...database,
      ...readPool(sources.database),
      ...sources.usageFigures(),
      ...disk,
    ];
  };
}
