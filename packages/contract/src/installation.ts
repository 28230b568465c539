import { backupFailureReasons } from '@headwater/domain/backups';
import { installationProblems } from '@headwater/domain/installation';
import { z } from 'zod';
import { route } from './route.ts';
import { moment } from './validation.ts';

const count = z.number().int();

const status = z.object({
  versions: z.object({ product: z.string(), node: z.string(), database: z.string() }),
  problems: z.array(
    z.object({
      kind: z.enum(installationProblems),
      count: count.nullable(),
      since: moment.nullable(),
      /** Reason of a failed backup, or words of the search cluster. */
      detail: z.string().nullable(),
    }),
  ),
  /** Unsent messages of all companies. `oldest_due`: due time of the first waiting message. */
  messages: z.object({ waiting: count, failed: count, unknown: count, oldest_due: moment.nullable() }),
  /** Bulk work started by users. */
  jobs: z.object({ queued: count, running: count, oldest: moment.nullable() }),
  /** Background tasks. `failed` are not retried. */
  tasks: z.object({ waiting: count, running: count, failed: count, oldest_due: moment.nullable() }),
  mailboxes: z.object({
    connected: count,
    broken: count,
    /** The first broken ones. */
    troubled: z.array(z.object({ id: z.number(), address: z.string(), company: z.object({ id: z.number(), name: z.string() }) })),
  }),
  sim_cards: z.object({ connected: count, troubled: count }),
  search: z.object({
    engine: z.enum(['embedded', 'opensearch']),
    state: z.enum(['not_loaded', 'building', 'ready']),
    documents: count,
    bytes: z.number(),
    /** Last comparison of a shared index with the database, which repairs differences. */
    comparison: z.object({ at: moment, documents: count, repaired: count }).nullable(),
    trouble: z.string().nullable(),
  }),
  /** The disk with the data folder. */
  disk: z.object({ free: z.number(), total: z.number(), is_writable: z.boolean() }),
  database_bytes: z.number(),
  backups: z.object({
    /** Null: nightly backups are not set up. */
    plan: z.object({ folder: z.string(), hour: count, keep_days: count, keep_weeks: count, is_encrypted: z.boolean() }).nullable(),
    is_running: z.boolean(),
    /** The last complete one, read back and compared. */
    last: z
      .object({
        name: z.string(),
        taken_at: moment,
        verified_at: moment,
        bytes: z.number(),
        files: count,
        missing_files: count,
        is_encrypted: z.boolean(),
      })
      .nullable(),
    /** Since the last complete one. */
    failure: z.object({ at: moment, reason: z.enum(backupFailureReasons) }).nullable(),
  }),
});
export type InstallationStatus = z.infer<typeof status>;

export const installation = {
  status: route({
    method: 'GET',
    path: '/api/v6/installation/',
    summary: 'Versions, queues, mailboxes, search, disk and backups of the installation, with what needs attention',
    access: 'installation',
  }).output(status),
  backUp: route({
    method: 'POST',
    path: '/api/v6/installation/backups/',
    summary: 'Make a backup now; false if backups are not set up',
    access: 'installation',
  }).output(z.object({ is_running: z.boolean() })),
};
