import type { z } from 'zod';
import type { MessageKey } from '@headwater/contract/errors';
import type { sendDelayInfo } from '@headwater/contract/mailing-launches';
import { dueAfter, windowProblem } from '@headwater/domain/outreach/schedule';
import { isBuiltIn, namesIn } from '@headwater/domain/outreach/variables';
import { subjectSource, variablesOf } from '@headwater/domain/outreach/variants';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findMailboxOf } from '#modules/messaging/channels/public.ts';
import { announceMailing, type MailingServices } from '../services.ts';
import { endLaunch, findLaunch, insertLaunch } from '../store/launches.ts';
import { activate, countWithoutValue, withdraw } from '../store/launch-classes.ts';
import { lockRunning, type MailingRow, updateMailing } from '../store/mailings.ts';
import { skipRecipients } from '../store/skip-reasons.ts';
import { fillWindows, listSteps, type StepRow } from '../store/steps.ts';
import { findAudience, isLeftOut, type LeaveOutReason } from '../recipients/audience.ts';
import { forecastOf } from './forecast.ts';
import { learnAddresses } from '../recipients/learn-addresses.ts';
import { openProfiles, profilesToOpen } from './open-closed-contacts.ts';
import { getsMessages, recipientsByMessenger } from '../recipients/reach.ts';
import { refuseForSender, requireMailing } from '../mailings/require-mailing.ts';
import { isRunning, requireStatus } from '../mailings/save-mailing.ts';
import { assignStatus, settleLaunch } from './undo-launch.ts';

export type DelayInfo = z.infer<typeof sendDelayInfo>;

const timePattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** MAIL-055, MAIL-056, SEND-020: the window of the launch; undefined if unset. */
function windowOfLaunch({ start_time_from: from, start_time_to: to, send_time_zone: zone }: DelayInfo) {
  const times = { start_time_from: from ?? null, start_time_to: to ?? null };
  for (const [field, time] of Object.entries(times)) {
    if (time !== null && !timePattern.test(time)) throw new FieldErrors({ [field]: 'window_time' });
  }
  const problem = windowProblem(times.start_time_from, times.start_time_to);
  if (problem) throw new FieldErrors({ [`start_time_${problem}`]: from && to ? 'window_order' : 'window_pair' });
  return from && to ? { from, to, zone: zone ?? null } : undefined;
}

/** SEND-012: time of the first messages. */
function startOf({ type, launch_at: at, delay_days: days }: DelayInfo, { now, zone }: { now: Date; zone: string }): Date {
  if (type === 'planned') {
    if (!at) throw new FieldErrors({ launch_at: 'field_empty' });
    if (new Date(at) <= now) throw new FieldErrors({ launch_at: 'mailing_launch_past' });
    return new Date(at);
  }
  if (type === 'now') return now;
  if (days === null || days === undefined) throw new FieldErrors({ delay_days: 'field_empty' });
  const wait = { send_delay: days * 86_400, delay_kind: 'calendar', send_time_from: null, send_time_to: null, send_time: null } as const;
  return dueAfter(now, { ...wait, send_time_zone: null }, zone);
}

function needed(step: StepRow, steps: readonly StepRow[]): string[] {
  const variables = step.channel === 'email' ? variablesOf(step, steps) : step.custom_variables;
  const filled = new Set(variables.filter(({ value }) => value.trim()).map(({ name }) => name));
  const names = [step.subject, step.body, step.subject_b ?? '', step.body_b ?? ''].flatMap(namesIn);
  return [...new Set(names)].filter((name) => !isBuiltIn(name) && !filled.has(name));
}

function missingText(step: StepRow, steps: readonly StepRow[]): { field: 'subject' | 'body'; key: MessageKey } | undefined {
  const isReply = subjectSource(steps, step.position) !== undefined;
  if (step.channel !== 'email') {
    if (!step.body.trim()) return { field: 'body', key: 'mailing_text_missing' };
    const lacksSubject = step.falls_back && !step.subject.trim() && !isReply;
    return lacksSubject ? { field: 'subject', key: 'mailing_fallback_subject' } : undefined;
  }
  if (!isReply && !step.subject.trim()) return { field: 'subject', key: 'mailing_text_empty' };
  return !step.body.trim() || (!isReply && step.subject_b === '') || step.body_b === ''
    ? { field: 'body', key: 'mailing_text_empty' }
    : undefined;
}

async function requireTexts(
  tx: Tx,
  mailing: MailingRow,
  { steps, reached }: { steps: readonly StepRow[]; reached: readonly number[] },
): Promise<void> {
  if (steps.length === 0) throw new FieldErrors({ templates: 'mailing_empty' });
  for (const [index, step] of steps.entries()) {
    const missing = missingText(step, steps);
    if (missing) throw new FieldErrors({ [`templates.${index}.${missing.field}`]: missing.key });
  }
  for (const name of new Set(steps.flatMap((step) => needed(step, steps)))) {
    if ((await countWithoutValue(tx, mailing.id, { variable: name, reached })) > 0) throw new FieldErrors({ templates: 'fill_variables' });
  }
}

async function requireSender(tx: Tx, actor: Actor): Promise<void> {
  const mailbox = await findMailboxOf(tx, actor.userId);
  if (mailbox?.state !== 'connected') throw new FieldErrors({ non_field_errors: 'connect_mail' });
}

export interface Launched {
  launched: number;
  relaunched: number;
  error_relaunched: number;
  will_receive: number;
  opened_contacts: number;
  first_message_at: string | null;
  undo_until: string | null;
}

interface LaunchInput {
  id: number;
  send_delay_info: DelayInfo;
  after_launch_status_id?: number | null | undefined;
  leave_out?: readonly LeaveOutReason[];
  open_contacts?: boolean;
  undo_seconds?: number;
}

export function planOf(info: DelayInfo, { now, zone }: { now: Date; zone: string }) {
  return { window: windowOfLaunch(info), startAt: startOf(info, { now, zone }) };
}

/**
 * Stores the state before a launch for undo. Settles an earlier launch that could still be undone.
 */
async function recordForUndo(
  tx: Tx,
  { actor, services }: { actor: Actor; services: MailingServices },
  { mailing, windowless, undoable }: { mailing: MailingRow; windowless: readonly StepRow[]; undoable: boolean },
): Promise<void> {
  if (await findLaunch(tx, mailing.id)) await settleLaunch(tx, { mailing, actor }, services);
  if (undoable) await insertLaunch(tx, { mailing, launchedBy: actor.userId, steps: windowless });
}

const countOf = (rows: readonly { kind: string }[], ...kinds: string[]) => rows.filter((row) => kinds.includes(row.kind)).length;

/**
 * CONT-018: opens contacts, in a transaction before the launch: a launch that is rejected by an
 * address which opening reveals must not take the opening back. Throws FieldErrors for the form.
 */
export async function openForLaunch(
  tx: Tx,
  { actor, services }: { actor: Actor; services: MailingServices },
  input: LaunchInput,
): Promise<number> {
  const now = services.clock.now();
  const mailing = await requireMailing(tx, actor, { id: input.id, right: 'send' });
  await requireSender(tx, actor);
  await requireStatus(tx, input.after_launch_status_id);
  const steps = await listSteps(tx, [mailing.id]);
  const byMessenger = await recipientsByMessenger(tx, { actor, services }, { mailing, steps, now });
  const toOpen = await profilesToOpen(tx, { actor, services }, { mailing, leaveOut: input.leave_out ?? [], now });
  await requireTexts(tx, mailing, { steps, reached: [...byMessenger.keys(), ...toOpen.recipientIds] });
  return openProfiles(tx, actor, { ...toOpen, now });
}

/**
 * MAIL-037, MAIL-038, MAIL-049 to MAIL-051: activates recipients; the planner starts after the time
 * to undo. Throws FieldErrors for the form.
 */
export async function launchMailing(
  tx: Tx,
  { actor, services }: { actor: Actor; services: MailingServices },
  { opened, ...input }: LaunchInput & { opened: number },
): Promise<Launched> {
  const now = services.clock.now();
  const mailing = await requireMailing(tx, actor, { id: input.id, right: 'send' });
  await requireSender(tx, actor);
  const zone = (await findCompany(tx, mailing.company_id))?.time_zone ?? 'UTC';
  const { window, startAt } = planOf(input.send_delay_info, { now, zone });
  await requireStatus(tx, input.after_launch_status_id);
  const leaveOut = input.leave_out ?? [];
  await learnAddresses(tx, actor, { mailing, now });
  const steps = await listSteps(tx, [mailing.id]);
  const byMessenger = await recipientsByMessenger(tx, { actor, services }, { mailing, steps, now });
  const reached = [...byMessenger.keys()];
  await requireTexts(tx, mailing, { steps, reached });
  const running = isRunning(mailing);
  const undoUntil = input.undo_seconds ? new Date(now.getTime() + input.undo_seconds * 1000) : null;
  const windowless = window ? steps.filter((step) => step.send_time_from === null) : [];
  const audience = leaveOut.length > 0 ? await findAudience(tx, actor, { mailing, now, reached }) : [];
  const leftOut = audience.filter((one) => isLeftOut(one, leaveOut)).map(({ id }) => id);
  await recordForUndo(tx, { actor, services }, { mailing, windowless, undoable: undoUntil !== null });
  if (window) await fillWindows(tx, mailing.id, window);
  const whom = { sender: actor, leftOut, undoable: undoUntil !== null, reached };
  const lifted = await skipRecipients(tx, mailing.id, whom);
  const rows = await activate(tx, mailing.id, { ...whom, running, now, startAt, lifted });
  if (rows.length === 0) throw new FieldErrors({ non_field_errors: 'mailing_nobody' });
  const starts = mailing.status === 'sending' || startAt <= now;
  const statusId = input.after_launch_status_id === undefined ? mailing.after_launch_status_id : input.after_launch_status_id;
  const launched = await updateMailing(tx, mailing.id, {
    status: starts ? 'sending' : 'pending',
    stop_reason: null,
    sender_id: actor.userId,
    launch_at: startAt,
    launched_at: now,
    undo_until: undoUntil,
    after_launch_status_id: statusId,
    now,
  });
  const fresh = rows.filter((row) => row.kind === 'launch').flatMap((row) => row.candidate_id ?? []);
  if (starts && statusId !== null && !undoUntil) await assignStatus(tx, { actor, services }, { ids: fresh, status: statusId });
  await announceMailing(tx, actor.company.id, [mailing.id]);
  const addressees = rows.map(({ email, profile_id: profileId }) => ({ email, profileId }));
  const suppressed = await services.suppressed(tx, actor.company.id, addressees);
  const willReceive = rows.filter(getsMessages({ byMessenger, suppressed })).length;
  const from = undoUntil && undoUntil > startAt ? undoUntil : startAt;
  const forecast = await forecastOf(tx, { actor, services }, { mailing: launched, from, count: willReceive, window: undefined, now });
  return {
    launched: countOf(rows, 'launch'),
    relaunched: countOf(rows, 'occurred', 'planned'),
    error_relaunched: countOf(rows, 'error'),
    will_receive: willReceive,
    opened_contacts: opened,
    first_message_at: forecast.first?.toISOString() ?? null,
    undo_until: undoUntil?.toISOString() ?? null,
  };
}

export async function stopMailing(tx: Tx, actor: Actor, { id, now }: { id: number; now: Date }): Promise<MailingRow> {
  const mailing = await requireMailing(tx, actor, { id, right: 'change' });
  if (!isRunning(mailing)) throw new AppError('mailing_not_running');
  return stopHeld(tx, mailing, { reason: null, now });
}

async function stopHeld(
  tx: Tx,
  { id, company_id: companyId, undo_until: undoUntil }: MailingRow,
  { reason, now }: { reason: MailingRow['stop_reason']; now: Date },
): Promise<MailingRow> {
  if (undoUntil) await endLaunch(tx, id);
  const stopped = await updateMailing(tx, id, { status: 'stopped', stop_reason: reason, now });
  await withdraw(tx, { mailingId: id }, now);
  await announceMailing(tx, companyId, [id]);
  return stopped;
}

/**
 * Stops the mailings of a deleted company. After a restoration they would send all overdue
 * messages, so a user launches them again.
 */
export async function stopMailingsOf(tx: Tx, { companyId, now }: { companyId: number; now: Date }): Promise<void> {
  for (const mailing of await lockRunning(tx, companyId)) await stopHeld(tx, mailing, { reason: 'company_restored', now });
}

/**
 * SEQ-032: sends failed messages again in a running or finished mailing. A stopped one needs a
 * launch.
 */
export async function relaunchFailed(
  tx: Tx,
  { actor, services }: { actor: Actor; services: Pick<MailingServices, 'channels' | 'clock'> },
  { id, kind }: { id: number; kind?: 'sequence' },
): Promise<{ error_relaunched: number }> {
  const now = services.clock.now();
  const mailing = await requireMailing(tx, actor, { id, right: 'send', ...(kind ? { kind } : {}) });
  if (!isRunning(mailing) && mailing.status !== 'finished') throw new AppError('mailing_not_running');
  // Colleagues may have changed the texts of a finished mailing.
  if (mailing.sender_id !== null && mailing.sender_id !== actor.userId) await refuseForSender(tx, mailing.sender_id);
  await requireSender(tx, actor);
  const steps = await listSteps(tx, [id]);
  const reached = [...(await recipientsByMessenger(tx, { actor, services }, { mailing, steps, now })).keys()];
  const rows = await activate(tx, id, { sender: actor, running: true, now, startAt: now, onlyErrors: true, reached });
  if (rows.length > 0 && mailing.status === 'finished') await updateMailing(tx, id, { status: 'sending', now });
  await announceMailing(tx, actor.company.id, [id]);
  return { error_relaunched: rows.length };
}
