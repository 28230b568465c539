import { implement } from '@orpc/server';
import { fitNotes } from '@headwater/contract/fit-notes';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { requireProfile } from '#modules/profiles/public.ts';
import { addFitNote, presentFitNote, removeFitNote, updateFitNote } from './actions.ts';
import { listFitNotes } from './store/fit-notes.ts';

export function fitNoteRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(fitNotes).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);
  return {
    ofProfile: api.ofProfile.handler(({ input: { id: profileId }, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireProfile(tx, profileId);
        return { fit_notes: (await listFitNotes(tx, actor, { profileId })).map((row) => presentFitNote(row, actor)) };
      }),
    ),
    add: api.add.handler(({ input: { id: profileId, candidate_id: candidateId, verdict, text }, context: { actor } }) =>
      run(actor, (tx) => addFitNote(tx, actor, { profileId, candidateId, verdict, text, now: clock.now() })),
    ),
    update: api.update.handler(({ input: { id, verdict, text }, context: { actor } }) =>
      run(actor, (tx) => updateFitNote(tx, actor, { id, verdict, text, now: clock.now() })),
    ),
    remove: api.remove.handler(({ input: { id }, context: { actor } }) =>
      run(actor, async (tx) => {
        await removeFitNote(tx, actor, id);
        return {};
      }),
    ),
  };
}
