import { sql } from 'kysely';
import type { StepChannel } from '@headwater/domain/outreach/channels';
import type { CustomVariable } from '@headwater/domain/outreach/variables';
import type { Tx } from '#platform/database/database.ts';
import type { MailingTables } from '../tables.ts';

const tables = (tx: Tx) => tx.withTables<MailingTables>();

export type StepRow = Awaited<ReturnType<typeof listSteps>>[number];

export const listSteps = (tx: Tx, mailingIds: readonly number[]) =>
  tables(tx)
    .selectFrom('mailing_steps')
    .selectAll()
    .where('mailing_id', '=', sql<number>`any(${mailingIds}::bigint[])`)
    .orderBy('mailing_id')
    .orderBy('position')
    .execute();

export interface StepContent {
  position: number;
  channel: StepChannel;
  falls_back: boolean;
  subject: string;
  body: string;
  custom_variables: readonly CustomVariable[];
  subject_b: string | null;
  body_b: string | null;
  send_delay: number;
  delay_kind: 'calendar' | 'business';
  send_time_from: string | null;
  send_time_to: string | null;
  send_time: string | null;
  send_time_zone: string | null;
}

export const insertStep = (tx: Tx, owner: { companyId: number; mailingId: number; number: number }, content: StepContent) =>
  tables(tx)
    .insertInto('mailing_steps')
    .values({
      ...content,
      custom_variables: JSON.stringify(content.custom_variables),
      company_id: owner.companyId,
      mailing_id: owner.mailingId,
      number: owner.number,
    })
    .execute();

export const updateStep = (tx: Tx, id: number, content: StepContent) =>
  tables(tx)
    .updateTable('mailing_steps')
    .set({ ...content, custom_variables: JSON.stringify(content.custom_variables) })
    .where('id', '=', id)
    .execute();

export const deleteSteps = (tx: Tx, mailingId: number, { keep }: { keep: readonly number[] }) =>
  tables(tx)
    .deleteFrom('mailing_steps')
    .where('mailing_id', '=', mailingId)
    .where('id', '!=', sql<number>`all(${keep}::bigint[])`)
    .execute();

export const fillWindows = (tx: Tx, mailingId: number, window: { from: string; to: string; zone: string | null }) =>
  tables(tx)
    .updateTable('mailing_steps')
    .set({ send_time_from: window.from, send_time_to: window.to, send_time_zone: sql`coalesce(send_time_zone, ${window.zone})` })
    .where('mailing_id', '=', mailingId)
    .where('send_time_from', 'is', null)
    .execute();

export const listDrafts = (tx: Tx, recipientIds: readonly number[]) =>
  tables(tx)
    .selectFrom('mailing_drafts')
    .selectAll()
    .where('recipient_id', '=', sql<number>`any(${recipientIds}::bigint[])`)
    .execute();

export type DraftRow = Awaited<ReturnType<typeof listDrafts>>[number];

/** Stores a personal text. Without subject and body the template applies. */
export async function saveDraft(
  tx: Tx,
  owner: { companyId: number; recipientId: number; step: number },
  text: { subject: string | null; body: string | null },
): Promise<void> {
  const { companyId, recipientId, step } = owner;
  if (text.subject === null && text.body === null) {
    await tables(tx).deleteFrom('mailing_drafts').where('recipient_id', '=', recipientId).where('step', '=', step).execute();
    return;
  }
  await tables(tx)
    .insertInto('mailing_drafts')
    .values({ company_id: companyId, recipient_id: recipientId, step, ...text })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'step']).doUpdateSet(text))
    .execute();
}
