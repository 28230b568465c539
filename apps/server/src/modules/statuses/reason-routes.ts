import { implement } from '@orpc/server';
import type { Language } from '@headwater/contract/errors';
import { rejectionReasons } from '@headwater/contract/rejection-reasons';
import { reasonName } from '@headwater/domain/vacancies/rejection-reasons';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { deleteReasons, insertReason, listReasons, lockReasons, type ReasonRow, updateReason } from './reasons-store.ts';

interface ReasonInput {
  id?: number | undefined;
  name: string;
}

const present = (rows: readonly ReasonRow[], language: Language) => ({
  reasons: rows.map((row) => ({ id: row.id, name: reasonName(row, language) })),
});

function checkNames(reasons: readonly ReasonInput[]): void {
  const names = new Set<string>();
  reasons.forEach(({ name }, index) => {
    const lowered = name.toLowerCase();
    if (names.has(lowered)) throw new FieldErrors({ [`reasons.${index}.name`]: 'rejection_reason_taken' });
    names.add(lowered);
  });
}

interface Saving {
  companyId: number;
  language: Language;
  reasons: readonly ReasonInput[];
  now: Date;
}

async function saveReasons(tx: Tx, { companyId, language, reasons, now }: Saving): Promise<void> {
  await listReasons(tx, companyId);
  await lockReasons(tx, companyId);
  const known = new Map((await listReasons(tx, companyId)).map((row) => [row.id, row]));
  checkNames(reasons);
  reasons.forEach(({ id }, index) => {
    if (id !== undefined && !known.has(id)) throw new FieldErrors({ [`reasons.${index}.name`]: 'rejection_reason_unknown' });
  });
  const stays = new Set(reasons.map(({ id }) => id));
  await deleteReasons(
    tx,
    [...known.keys()].filter((id) => !stays.has(id)),
    now,
  );
  for (const [position, { id, name }] of reasons.entries()) {
    const row = id === undefined ? undefined : known.get(id);
    if (!row) await insertReason(tx, { company_id: companyId, name, position });
    // The displayed name is not a rename, so that default reasons stay translated.
    else if (name === reasonName(row, language)) await updateReason(tx, row.id, { position });
    else await updateReason(tx, row.id, { position, name, is_default: false });
  }
}

export function rejectionReasonRoutes({ database, clock }: { database: Database; clock: Clock }) {
  const api = implement(rejectionReasons).$context<RequestContext>();
  return {
    list: api.list.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => present(await listReasons(tx, actor.company.id), actor.language)),
    ),
    save: api.save.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { company, language } = actor;
        await saveReasons(tx, { companyId: company.id, language, reasons: input.reasons, now: clock.now() });
        return present(await listReasons(tx, company.id), language);
      }),
    ),
  };
}
