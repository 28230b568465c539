import { statfs } from 'node:fs/promises';
import type { InstallationStatus } from '@headwater/contract/installation';
import type { InstallationProblem } from '@headwater/domain/installation';
import { dayMs, hourMs } from '@headwater/domain/time/durations';
import { type BackupSettings, isBackupRunning, readBackups } from '#modules/backups/public.ts';
import { readComparison, type SearchService } from '#modules/search/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { isWritable } from './disk.ts';
import * as store from './store.ts';

export interface StatusServices {
  database: Database;
  clock: Clock;
  search: SearchService;
  engine: InstallationStatus['search']['engine'];
  dataDir: string;
  release: string;
  backups: BackupSettings | undefined;
  sendsSystemMail: boolean;
}

const isoOf = (moment: Date | string | null | undefined) => (moment ? new Date(moment).toISOString() : null);
const sum = (counts: readonly store.Count[], ...states: string[]) =>
  counts.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + count, 0);
const oldestOf = (counts: readonly store.Count[], state: string) =>
  isoOf(
    counts
      .flatMap((each) => (each.state === state && each.oldest ? [each.oldest] : []))
      .toSorted((one, other) => one.getTime() - other.getTime())[0],
  );

async function readSearch({ search, engine }: StatusServices, tx: Tx): Promise<InstallationStatus['search']> {
  const [stats, compared] = [await search.current()?.stats(), await readComparison(tx)];
  return {
    engine,
    state: !stats ? 'not_loaded' : stats.progress ? 'building' : 'ready',
    documents: stats?.documents ?? 0,
    bytes: stats?.bytes ?? 0,
    trouble: stats?.trouble ?? null,
    comparison: compared
      ? { at: compared.at, documents: compared.documents, repaired: compared.missing + compared.changed + compared.superfluous }
      : null,
  };
}

async function readBackupState({ backups }: StatusServices, tx: Tx): Promise<InstallationStatus['backups']> {
  const { last, failure } = await readBackups(tx);
  return {
    plan: backups
      ? {
          folder: backups.folder,
          hour: backups.hour,
          keep_days: backups.keepDays,
          keep_weeks: backups.keepWeeks,
          is_encrypted: backups.passphraseFile !== undefined,
        }
      : null,
    is_running: await isBackupRunning(tx),
    last: last
      ? {
          name: last.name,
          taken_at: last.takenAt,
          verified_at: last.finishedAt,
          bytes: last.bytes,
          files: last.files,
          missing_files: last.missing,
          is_encrypted: last.isEncrypted,
        }
      : null,
    failure: failure ?? null,
  };
}

const workerAwayMs = 5 * 60_000;
/** A night, and the hours until the next one is complete. */
const oldBackupMs = dayMs + 4 * hourMs;
const smallDisk = 1024 ** 3;
const smallShare = 0.05;

type Facts = Omit<InstallationStatus, 'problems'>;
interface Found {
  count?: number;
  since?: string | null;
  detail?: string | null;
}
type Finder = (facts: Facts, now: number, services: StatusServices) => Found | false;

const isOlder = (moment: string | null, now: number, than: number) => moment !== null && now - Date.parse(moment) > than;
const some = (count: number): Found | false => count > 0 && { count };

const finders: Record<InstallationProblem, Finder> = {
  disk_read_only: ({ disk }) => !disk.is_writable && {},
  disk_low: ({ disk: { free, total } }) => (free < smallDisk || free < total * smallShare) && {},
  worker_away: ({ tasks }, now) => isOlder(tasks.oldest_due, now, workerAwayMs) && { since: tasks.oldest_due },
  backup_failed: ({ backups: { plan, failure } }) => plan !== null && failure !== null && { since: failure.at, detail: failure.reason },
  backup_old: ({ backups: { plan, last, failure } }, now) =>
    plan !== null && failure === null && last !== null && isOlder(last.taken_at, now, oldBackupMs) && { since: last.taken_at },
  backup_off: ({ backups: { plan } }) => plan === null && {},
  backup_incomplete: ({ backups: { last } }) => some(last?.missing_files ?? 0),
  search_trouble: ({ search: { trouble } }) => trouble !== null && { detail: trouble },
  mailboxes_broken: ({ mailboxes }) => some(mailboxes.broken),
  sim_cards_broken: ({ sim_cards: simCards }) => some(simCards.troubled),
  messages_late: ({ messages }, now) => isOlder(messages.oldest_due, now, dayMs) && { since: messages.oldest_due },
  messages_unknown: ({ messages }) => some(messages.unknown),
  tasks_failed: ({ tasks }) => some(tasks.failed),
  system_mail_off: (_facts, _now, { sendsSystemMail }) => !sendsSystemMail && {},
};

function findProblems(facts: Facts, now: number, services: StatusServices): InstallationStatus['problems'] {
  return (Object.entries(finders) as [InstallationProblem, Finder][]).flatMap(([kind, find]) => {
    const found = find(facts, now, services);
    return found ? [{ kind, count: found.count ?? null, since: found.since ?? null, detail: found.detail ?? null }] : [];
  });
}

async function readFacts(services: StatusServices, tx: Tx): Promise<Facts> {
  const [messages, mailboxes, simCards, jobs, tasks] = [
    await store.countUnsentMessages(tx),
    await store.countMailboxes(tx),
    await store.countTelegramAccounts(tx),
    await store.countJobs(tx),
    await store.countTasks(tx),
  ];
  const { bavail, blocks, bsize } = await statfs(services.dataDir);
  return {
    versions: { product: services.release, node: process.version.slice(1), database: await store.databaseVersion(tx) },
    messages: {
      waiting: sum(messages, 'waiting', 'sending'),
      failed: sum(messages, 'failed'),
      unknown: sum(messages, 'unknown'),
      oldest_due: oldestOf(messages, 'waiting'),
    },
    jobs: { queued: sum(jobs, 'queued'), running: sum(jobs, 'running', 'undoing'), oldest: oldestOf(jobs, 'queued') },
    tasks: {
      waiting: sum(tasks, 'waiting'),
      running: sum(tasks, 'running'),
      failed: sum(tasks, 'failed'),
      oldest_due: oldestOf(tasks, 'waiting'),
    },
    mailboxes: {
      connected: sum(mailboxes, 'connected'),
      broken: sum(mailboxes, 'broken'),
      troubled: await store.listBrokenMailboxes(tx),
    },
    sim_cards: { connected: sum(simCards, 'connected'), troubled: sum(simCards, 'frozen', 'signed_out', 'banned') },
    search: await readSearch(services, tx),
    disk: { free: bavail * bsize, total: blocks * bsize, is_writable: await isWritable(services.dataDir) },
    database_bytes: Number(await store.databaseBytes(tx)),
    backups: await readBackupState(services, tx),
  };
}

export async function readStatus(services: StatusServices): Promise<InstallationStatus> {
  const facts = await services.database.readAsSystem((tx) => readFacts(services, tx));
  return { ...facts, problems: findProblems(facts, services.clock.now().getTime(), services) };
}
