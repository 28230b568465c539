import { z } from 'zod';
import type { Actor } from '@headwater/domain/roles';
import { mayAccess } from '@headwater/domain/access';
import { findCompany } from '#modules/companies/public.ts';
import { removeEnrichedContacts } from '#modules/profiles/public/enriching.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { type BatchOutcome, defineJob } from '#platform/jobs/define-job.ts';
import { enrichRows, type RowOutcome } from './enrich-rows.ts';
import { findPart, saveOutcomes } from './store/parts.ts';
import { addProgress, findRequest, type RequestProgress, type RequestRow } from './store/requests.ts';

interface PartState {
  next: number;
  done: number;
}

type EnrichInput = { requestId: number };

async function requireRequest(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  if (!mayAccess('data_enrichment', actor)) throw new AppError('forbidden');
  const request = await findRequest(tx, requestId);
  if (!request) throw new AppError('not_found');
  return request;
}

const partsPerEvent = 10;

export const announceRequest = (tx: Tx, companyId: number, requestId: number) =>
  publish(tx, { companyId, topic: 'enrichment', ids: [requestId] });

const countKind = (outcomes: readonly RowOutcome[], kind: RowOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
const addedIn = (outcomes: readonly RowOutcome[]) => outcomes.flatMap(({ added }) => added ?? []);

const progressOf = (outcomes: readonly RowOutcome[]): RequestProgress => ({
  done: outcomes.length,
  found: countKind(outcomes, 'found'),
  ambiguous: countKind(outcomes, 'ambiguous'),
  errors: countKind(outcomes, 'error'),
  added: addedIn(outcomes).length,
});

/** One transaction for a part, its counts and the job state. */
async function nextPart(
  tx: Tx,
  { request, state }: { request: RequestRow; state: PartState | null },
  work: (part: NonNullable<Awaited<ReturnType<typeof findPart>>>) => Promise<RowOutcome[]>,
): Promise<BatchOutcome<PartState>> {
  const { next, done } = state ?? { next: 0, done: 0 };
  const part = await findPart(tx, request.id, next);
  const outcomes = part ? await work(part) : [];
  if (part) await saveOutcomes(tx, { requestId: request.id, number: next }, outcomes);
  const reached = { next: next + 1, done: done + outcomes.length };
  const finished = reached.next >= request.parts;
  if (finished || next % partsPerEvent === 0) await announceRequest(tx, request.company_id, request.id);
  return { state: reached, done: reached.done, finished };
}

/** ENR-002. */
export const enrichJob = (signing: () => Promise<Signer>) =>
  defineJob<EnrichInput, PartState>({
    kind: 'enrichment',
    input: z.object({ requestId: z.number() }),
    async batch(tx, { input, state, actor, now }) {
      const request = await requireRequest(tx, actor, input.requestId);
      const company = await findCompany(tx, actor.company.id);
      const country = company?.region === 'russia' ? 'RU' : undefined;
      let total: RequestProgress = request;
      const outcome = await nextPart(tx, { request, state }, async ({ rows }) => {
        const outcomes = await enrichRows(tx, actor, { rows, columns: request.columns, country, now, signing });
        total = await addProgress(tx, request.id, progressOf(outcomes));
        return outcomes;
      });
      return { ...outcome, result: { found: total.found, added: total.added, errors: total.errors } };
    },
    async undo(tx, { input, state, actor }) {
      const request = await requireRequest(tx, actor, input.requestId);
      let total: RequestProgress = request;
      const outcome = await nextPart(tx, { request, state }, async ({ outcomes }) => {
        const before = outcomes ?? [];
        const added = addedIn(before);
        await removeEnrichedContacts(
          tx,
          actor,
          added.map(({ contactId }) => contactId),
        );
        total = await addProgress(tx, request.id, { done: 0, found: 0, ambiguous: 0, errors: 0, added: -added.length });
        return before.map(({ added: _gone, ...rest }) => rest);
      });
      return { ...outcome, result: { found: total.found, added: total.added, errors: total.errors } };
    },
  });
