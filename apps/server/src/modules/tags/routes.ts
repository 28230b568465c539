import { implement } from '@orpc/server';
import { tags } from '@headwater/contract/tags';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { IsCandidateFor } from '#modules/profiles/public.ts';
import { saveTags, tagMany, tagsOfProfile } from './actions.ts';
import { findUsedTags, type TagRow } from './store.ts';

interface TagServices {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  isCandidateFor: IsCandidateFor;
}

const present = (rows: readonly TagRow[]) => ({ tags: rows.map(({ id, name }) => ({ id, name })) });

export function tagRoutes({ database, clock, jobs, isCandidateFor }: TagServices) {
  const api = implement(tags).$context<RequestContext>();
  return {
    list: api.list.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({
        tags: actor.permissions.tags ? await findUsedTags(tx, { text: input.text, limit: input.per_page }) : [],
      })),
    ),
    ofProfile: api.ofProfile.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await tagsOfProfile(tx, actor, { profileId: input.id, isCandidateFor }))),
    ),
    save: api.save.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) =>
        present(await saveTags(tx, actor, { profileId: input.id, names: input.tags, now: clock.now() })),
      ),
    ),
    saveMany: api.saveMany.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { job, count } = await tagMany(tx, { actor, jobs }, input);
        return { job_id: job.id, count };
      }),
    ),
  };
}
