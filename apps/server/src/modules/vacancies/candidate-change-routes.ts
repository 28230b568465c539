import { implement } from '@orpc/server';
import { candidates } from '@headwater/contract/candidates';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type AddAllServices, addAllToVacancy, addToVacancy } from './actions/add-candidates.ts';
import {
  type CandidatesOfSequence,
  changeReason,
  changeStatuses,
  type RejectionStatuses,
  removeFromVacancies,
  type Started,
  type TransferRequest,
  transferCandidates,
  transferFromSequence,
} from './actions/change-candidates.ts';
import { requireCandidate } from './actions/require-vacancy.ts';
import { type MessagingOf, presentCandidates } from './present.ts';
import { listCandidates } from './store/candidates.ts';

interface CopyInput {
  params: { id: number };
  body: { destination_folder: number; candidates: number[] };
  query: { withComments: boolean };
}

type MoveInput = CopyInput & { query: { saveMessagingHistory: boolean } };

const bulk = ({ job, count }: Started) => ({ job_id: job.id, count });

export type ChangeRouteServices = AddAllServices & {
  messagingOf: MessagingOf;
  candidatesOfSequence: CandidatesOfSequence;
  rejectionStatuses: RejectionStatuses;
};

/** All changes run as jobs (DEC-13). */
export function candidateChangeRoutes(services: ChangeRouteServices) {
  const { database, jobs, messagingOf, candidatesOfSequence, rejectionStatuses } = services;
  const api = implement(candidates).$context<RequestContext>();
  const run = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => database.inCompany(actor.company.id, work);

  type Source = 'vacancy' | 'sequence';
  async function transfer(tx: Tx, actor: Actor, { source, ...request }: TransferRequest & { source: Source }) {
    const changing = { actor, jobs, candidatesOfSequence };
    const started = await (source === 'vacancy' ? transferCandidates(tx, changing, request) : transferFromSequence(tx, changing, request));
    const copied = started.job.status === 'done' ? Number(started.job.result?.['changed'] ?? 0) : null;
    return { ...bulk(started), copied };
  }

  const move = (source: Source, actor: Actor, { params, query, body }: MoveInput) =>
    run(actor, async (tx) => {
      const { withComments, saveMessagingHistory: keepsMessaging } = query;
      const request = { from: params.id, to: body.destination_folder, ids: body.candidates, withComments, keepsMessaging };
      const { job_id, count } = await transfer(tx, actor, { source, action: 'move', ...request });
      return { job_id, count };
    });
  const copy = (source: Source, actor: Actor, { params, query, body }: CopyInput) =>
    run(actor, (tx) => {
      const request = { from: params.id, to: body.destination_folder, ids: body.candidates, withComments: query.withComments };
      return transfer(tx, actor, { source, action: 'copy', ...request, keepsMessaging: false });
    });

  async function view(tx: Tx, actor: Actor, candidateId: number) {
    const { rows } = await listCandidates(tx, actor, { ids: [candidateId], limit: 1, offset: 0 });
    const [candidate] = await presentCandidates(tx, { actor, messagingOf }, rows);
    if (!candidate) throw new AppError('not_found');
    return candidate;
  }

  return {
    create: api.create.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        const { job, skipped, added } = await addToVacancy(tx, { actor, jobs }, input);
        const isDone = job.status === 'done';
        const filter = { vacancyId: input.folder_id, profileIds: added, limit: added.length, offset: 0 };
        const rows = isDone ? (await listCandidates(tx, actor, filter)).rows : [];
        return {
          job_id: job.id,
          count: added.length,
          candidates: isDone ? await presentCandidates(tx, { actor, messagingOf }, rows) : null,
          skipped: isDone ? skipped : null,
        };
      }),
    ),
    addAll: api.addAll.handler(async ({ input, context: { actor } }) => {
      const { job, name, count } = await addAllToVacancy(services, actor, input);
      return { job_id: job.id, name, candidates_count: count };
    }),
    updateMany: api.updateMany.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => bulk(await changeStatuses(tx, { actor, jobs, rejectionStatuses }, input))),
    ),
    update: api.update.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireCandidate(tx, actor, input.id);
        const { job } = await changeStatuses(tx, { actor, jobs, rejectionStatuses }, { ...input, ids: [input.id] });
        return { ...(await view(tx, actor, input.id)), job_id: job.id };
      }),
    ),
    setRejectionReason: api.setRejectionReason.handler(({ input, context: { actor } }) =>
      run(actor, async (tx) => {
        await requireCandidate(tx, actor, input.id);
        await changeReason(tx, { actor, rejectionStatuses }, input);
        return view(tx, actor, input.id);
      }),
    ),
    removeMany: api.removeMany.handler(({ input: { query, body }, context: { actor } }) =>
      run(actor, async (tx) =>
        bulk(await removeFromVacancies(tx, { actor, jobs }, { ids: body.ids, keepsMessaging: query.saveMessagingHistory })),
      ),
    ),
    move: api.move.handler(({ input, context: { actor } }) => move('vacancy', actor, input)),
    copy: api.copy.handler(({ input, context: { actor } }) => copy('vacancy', actor, input)),
    moveFromSequence: api.moveFromSequence.handler(({ input, context: { actor } }) => move('sequence', actor, input)),
    copyFromSequence: api.copyFromSequence.handler(({ input, context: { actor } }) => copy('sequence', actor, input)),
  };
}
