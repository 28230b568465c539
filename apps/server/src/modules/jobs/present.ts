import type { JobView } from '@headwater/contract/jobs';
import { type Language, message } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { JobDetails, JobRow } from '#platform/jobs/store.ts';
import { findProfileCards } from '#modules/profiles/public.ts';

interface Reading {
  actor: Actor;
  jobs: Jobs;
  language: Language;
}

const profileOf = ({ profile }: JobDetails): number[] => (profile === undefined ? [] : [Number(profile)]);

interface Names {
  people: ReadonlyMap<number, string>;
  language: Language;
}

function detailsOf({ profile, default_status: status, ...details }: JobDetails, { people, language }: Names): JobView['details'] {
  const person = people.get(Number(profile));
  return {
    ...details,
    ...(status === undefined ? {} : { status: statusName({ name: status, isDefault: true }, language) }),
    ...(person === undefined ? {} : { person }),
  };
}

export async function presentJobs(tx: Tx, rows: readonly JobRow[], { actor, jobs, language }: Reading): Promise<JobView[]> {
  const ids = new Set(rows.flatMap((row) => profileOf(row.details)));
  const cards = await findProfileCards(tx, [...ids], actor);
  const people = new Map(cards.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    done: row.done,
    total: row.total,
    details: detailsOf(row.details, { people, language }),
    result: row.result as JobView['result'],
    error: row.error ? message(row.error.key, language, row.error.parts) : null,
    cancellable: (row.status === 'queued' || row.status === 'running') && !row.cancel_requested,
    undoable: jobs.isUndoable(row),
    undo_until: row.undo_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}
