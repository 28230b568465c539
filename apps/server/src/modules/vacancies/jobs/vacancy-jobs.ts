import { z } from 'zod';
import { defineJob } from '#platform/jobs/define-job.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { checkRestored } from '../actions/check-people.ts';
import { requireLockedVacancy } from '../actions/require-vacancy.ts';
import { saveActiveCounts } from '../store/members.ts';
import { isNameConflict, markDeleted, restoreDeleted } from '../store/vacancies.ts';

export const removeVacancyJob = defineJob({
  kind: 'vacancy_remove',
  input: z.object({ vacancyId: z.number() }),
  async batch(tx, { input: { vacancyId }, actor, jobId, now }) {
    // Locks the vacancy before its members, as saving does.
    await requireLockedVacancy(tx, actor, { id: vacancyId, right: 'remove' });
    await saveActiveCounts(tx, vacancyId, now);
    await markDeleted(tx, vacancyId, { deletedAt: now, jobId });
    await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [vacancyId] });
    return { state: null, done: 1, finished: true };
  },
  async undo(tx, { input: { vacancyId }, actor, jobId }) {
    try {
      for (const row of await restoreDeleted(tx, jobId)) await checkRestored(tx, actor.company.id, row);
    } catch (error) {
      // The creator has created another active vacancy with this name.
      if (isNameConflict(error)) throw new AppError('vacancy_name_taken');
      throw error;
    }
    await publish(tx, { companyId: actor.company.id, topic: 'vacancies', ids: [vacancyId] });
    return { state: null, done: 1, finished: true };
  },
});
