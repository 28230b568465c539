import type { MailingListView } from '@headwater/contract/mailings';
import type { MailingTemplateView } from '@headwater/contract/mailing-steps';
import { leaderOf } from '@headwater/domain/outreach/variants';
import { conditionOf } from '@headwater/domain/outreach/schedule';
import { mailingVariables } from '@headwater/domain/outreach/variables';
import type { Actor } from '@headwater/domain/roles';
import { offsetMinutes } from '@headwater/domain/time/zone';
import type { Tx } from '#platform/database/database.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findCompanyMessaging } from '#modules/messaging/settings/public.ts';
import { presentAttachment } from '#modules/messaging/templates/public.ts';
import { visibleVacancies } from '#modules/vacancies/public.ts';
import { mayRemove, maySend } from './mailings/require-mailing.ts';
import { findPeople, listStepFiles, type MailingRow, type StepFile } from './store/mailings.ts';
import { listSteps, type StepRow } from './store/steps.ts';
import { type StepTotals, stepTotals, totalsOf } from './store/totals.ts';

type Counts = MailingTemplateView['stats'];

/** MAIL-010: '+03'. Half-hour zones show only hours, as the list of offsets does. */
export function utcOffset(zone: string, now: Date): string {
  const hours = Math.trunc(offsetMinutes(now, zone) / 60);
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}`;
}

const sum = (rows: readonly StepTotals[]): Counts => ({
  sent: rows.reduce((total, row) => total + row.sent, 0),
  opened: rows.reduce((total, row) => total + row.opened, 0),
  replied: rows.reduce((total, row) => total + row.replied, 0),
  error: rows.reduce((total, row) => total + row.error, 0),
});

interface PresentContext {
  files: readonly StepFile[];
  totals: readonly StepTotals[];
  zone: string;
  now: Date;
}

function presentStep(step: StepRow, { files, totals, zone, now }: PresentContext): MailingTemplateView {
  const own = totals.filter((row) => row.mailing_id === step.mailing_id && row.step === step.number);
  const [a, b] = (['a', 'b'] as const).map((variant) => sum(own.filter((row) => row.variant === variant))) as [Counts, Counts];
  const offset = utcOffset(step.send_time_zone ?? zone, now);
  const texts = [step.subject, step.body, step.subject_b ?? '', step.body_b ?? ''];
  return {
    id: step.id,
    position: step.position,
    channel: step.channel,
    falls_back: step.falls_back,
    subject: step.subject,
    body: step.body,
    variables: mailingVariables(step.custom_variables, texts).map((variable) => ({ ...variable, data: [...variable.data] })),
    custom_variables: step.custom_variables.map(({ name, value, data }) => ({ name, value, data: [...data] })),
    attachments: files
      .filter((file) => file.mailing_id === step.mailing_id && file.step === step.number)
      .map((file) => presentAttachment(file)),
    send_delay: step.send_delay,
    delay_kind: step.delay_kind,
    send_time_from: step.send_time_from,
    send_time_to: step.send_time_to,
    send_time: step.send_time,
    send_time_zone: step.send_time_zone,
    send_time_utc_offset: offset,
    condition: conditionOf(step, offset),
    variant_b: step.subject_b === null ? null : { subject: step.subject_b, body: step.body_b ?? '' },
    stats: sum(own),
    ab: step.subject_b === null ? null : { a, b, leader: leaderOf(a, b) },
  };
}

const nobody = {
  recipients: 0,
  draft: 0,
  sending: 0,
  not_sent: 0,
  sent: 0,
  viewed: 0,
  replied: 0,
  queued: 0,
  failed: 0,
  bounced: 0,
  unsubscribed: 0,
  suppressed: 0,
};

export async function presentMailings(
  tx: Tx,
  actor: Actor,
  { rows, now }: { rows: readonly MailingRow[]; now: Date },
): Promise<MailingListView[]> {
  const ids = rows.map((row) => row.id);
  const [company, settings, steps, files, totals, perStep, people, folders] = await Promise.all([
    findCompany(tx, actor.company.id),
    findCompanyMessaging(tx, [actor.company.id]),
    listSteps(tx, ids),
    listStepFiles(tx, ids),
    totalsOf(tx, ids),
    stepTotals(tx, ids),
    findPeople(
      tx,
      rows.flatMap((row) => [row.created_by ?? 0, row.sender_id ?? 0]),
    ),
    visibleVacancies(
      tx,
      actor,
      rows.flatMap((row) => row.folder_id ?? []),
    ),
  ]);
  const person = (id: number | null) => people.find((one) => one.id === id) ?? null;
  const context = { files, totals: perStep, zone: company?.time_zone ?? 'UTC', now };
  return rows.map((row) => {
    const folder = folders.find((one) => one.id === row.folder_id);
    const { recipients, mailing_id: _id, ...counts } = { mailing_id: row.id, ...(totals.get(row.id) ?? nobody) };
    return {
      id: row.id,
      mailing_list_id: row.id,
      messaging_type: row.type === 'sequence' ? 'sequence' : 'mailing',
      name: row.name,
      status: row.status,
      stop_reason: row.stop_reason,
      access_type: row.access_type,
      folder: folder ? { id: folder.id, name: folder.name } : null,
      templates: steps.filter((step) => step.mailing_id === row.id).map((step) => presentStep(step, context)),
      totals: counts,
      recipients_count: recipients,
      sender: person(row.sender_id),
      launch_at: row.launch_at?.toISOString() ?? null,
      launched_at: row.launched_at?.toISOString() ?? null,
      undo_until: row.undo_until && row.undo_until > now ? row.undo_until.toISOString() : null,
      after_launch_status_id: row.after_launch_status_id,
      telegram_account_id: row.telegram_account_id,
      unsubscribe_link: settings.get(actor.company.id)?.unsubscribe_link ?? false,
      created_by: person(row.created_by),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      permissions: { edit: true, send: maySend(actor, row), remove: mayRemove(actor, row) },
    };
  });
}

export async function presentMailing(tx: Tx, actor: Actor, { row, now }: { row: MailingRow; now: Date }): Promise<MailingListView> {
  const [view] = await presentMailings(tx, actor, { rows: [row], now });
  if (!view) throw new Error('a row that was given is not presented');
  return view;
}
