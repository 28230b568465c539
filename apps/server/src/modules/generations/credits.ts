import type { Actor } from '@headwater/domain/roles';
import { returnCredit, takeCredit } from '#modules/companies/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { LanguageModel } from '#platform/language-model.ts';
import type { RunRow, Runs } from './store.ts';

type CreditReason = 'vacancy_description' | 'message_generation' | 'llm_mailing';

export interface Charge {
  model: LanguageModel | undefined;
  reason: CreditReason;
  now: Date;
  /** Number of texts. Default: 1. */
  count?: number;
}

/** AIO-027. Throws model_not_connected, credits_used_up or credits_too_few. */
export function chargeCredits(tx: Tx, actor: Actor, { model, ...charge }: Charge): Promise<boolean> {
  if (!model) throw new AppError('model_not_connected');
  return takeCredit(tx, { companyId: actor.company.id, authorId: actor.userId, ...charge });
}

interface Refund {
  reason: CreditReason;
  now: Date;
}

/** AIO-026: returns the credit of a run without a text. */
export async function refund(tx: Tx, row: RunRow, { reason, now }: Refund): Promise<void> {
  if (row.is_paid) await returnCredit(tx, { companyId: row.company_id, authorId: row.user_id, reason, now });
}

/** Ends a run and refunds a failed one. Returns undefined if the run is already over. */
export async function finishRun<Row extends RunRow>(
  tx: Tx,
  runs: Runs<Row>,
  { row, text, ...back }: Refund & { row: Row; progress: 'done' | 'failed'; text?: Partial<Row> },
): Promise<Row | undefined> {
  const { progress, now } = back;
  const ended = await runs.end(tx, row, { progress, now, ...(text ? { text } : {}) });
  if (ended && progress === 'failed') await refund(tx, ended, back);
  return ended;
}

/** Refunds once unless the text is written. Returns a finished run unchanged. */
export async function cancelRun<Row extends RunRow>(
  tx: Tx,
  runs: Runs<Row>,
  { row, isWritten = false, ...back }: Refund & { row: Row; isWritten?: boolean },
): Promise<Row> {
  const stopped = await runs.stop(tx, row.id, { progress: isWritten ? 'done' : 'cancelled', now: back.now });
  if (stopped && !isWritten) await refund(tx, stopped, back);
  return stopped ?? row;
}
