import { mayAccess } from '@headwater/domain/access';
import { sectionOf } from '@headwater/domain/statistics/metrics';
import { addDays, type Days } from '@headwater/domain/statistics/periods';
import { firstReportHour, localTime, mondayOf } from '@headwater/domain/time/local-day';
import type { Actor } from '@headwater/domain/roles';
import { raiseNotice } from '#modules/notices/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { definePeriodic, type TaskHandler } from '#platform/queue/queue.ts';
import type { QueueSystemEmail } from '#platform/system-mail.ts';
import { alertEmail, alertLine, reportEmail } from './emails.ts';
import { findReader, readAsked, readNames, type Reader, type Scope } from './reader.ts';
import { readFigures } from './section.ts';
import { type AlertRow, type DailyAlert, dailyAlerts, saveCheck } from './store/alerts.ts';
import { findView, takeWeek, type WeeklyView, weeklyViews } from './store/views.ts';
import { filterOf } from './view-query.ts';

interface Recipient {
  actor: Actor;
  to: string;
  /** False while the company has no license, and in a restored copy that is not armed. */
  mayRead: boolean;
}

export interface ReportServices {
  database: Database;
  clock: Clock;
  log: Log;
  publicUrl: string;
  queueSystemEmail: QueueSystemEmail;
  findRecipient(tx: Tx, userId: number): Promise<Recipient | undefined>;
}

/** The week was not sent yet, and it is Monday morning or later. */
export function isReportDue({ sent_week: sentWeek, time_zone: zone }: Omit<WeeklyView, 'id'>, now: Date): boolean {
  const { today, hour } = localTime(now, zone);
  const monday = mondayOf(today);
  return (sentWeek === null || sentWeek < monday) && !(today === monday && hour < firstReportHour);
}

/** The day was not checked yet, and it is morning or later. */
export function isCheckDue({ checked_on: checkedOn, time_zone: zone }: Pick<DailyAlert, 'checked_on' | 'time_zone'>, now: Date): boolean {
  const { today, hour } = localTime(now, zone);
  return hour >= firstReportHour && (checkedOn === null || checkedOn < today);
}

/** Undefined for a user who lost the right to read these statistics. */
async function readerFor({ database }: ReportServices, recipient: Recipient | undefined, companyId: number): Promise<Reader | undefined> {
  if (recipient?.mayRead !== true || !mayAccess('read_statistics', recipient.actor)) return undefined;
  try {
    return await findReader(database, recipient.actor, companyId);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

interface FiguresOf {
  input: Parameters<typeof readAsked>[2]['input'];
  section: ReturnType<typeof sectionOf>;
  days: Days;
  now: Date;
}

async function figuresOf(tx: Tx, reader: Reader, { input, section, days, now }: FiguresOf) {
  const period = { ...input, date_from: days.from, date_to: days.to };
  const asked = await readAsked(tx, reader, { input: period, now, names: await readNames(tx, reader, '') });
  return readFigures(tx, asked, { of: section, compare: 'previous', now });
}

/** Queues the e-mail in the transaction that notes the week, so that a week is sent once. */
async function sendReport(services: ReportServices, { id, ...week }: WeeklyView): Promise<void> {
  const { database, clock, publicUrl, queueSystemEmail, findRecipient } = services;
  const now = clock.now();
  if (!isReportDue(week, now)) return;
  const view = await database.readAsSystem((tx) => findView(tx, id));
  if (!view) return;
  const recipient = await database.readAsSystem((tx) => findRecipient(tx, view.user_id));
  const reader = await readerFor(services, recipient, view.shown_company_id);
  if (!reader || !recipient) return;
  const monday = mondayOf(localTime(now, reader.company.time_zone).today);
  const days = { from: addDays(monday, -7), to: addDays(monday, -1) };
  const found = await database.readInCompany(reader.company.id, (tx) =>
    figuresOf(tx, reader, { input: filterOf(view.query), section: view.section, days, now }),
  );
  const path = reader.company.id === recipient.actor.company.id ? '/company' : `/companies/${reader.company.id}`;
  const address = new URLSearchParams({ ...view.query, date_from: days.from, date_to: days.to }).toString();
  const link = `${publicUrl}${found.scope === 'own' ? '' : path}/statistics/${view.section}?${address}`;
  const { language } = recipient.actor;
  const email = reportEmail({ to: recipient.to, language, link, days, zone: found.zone, name: view.name, figures: found.figures });
  await database.asSystem(async (tx) => {
    if (await takeWeek(tx, id, monday)) await queueSystemEmail(tx, email);
  });
}

const isPast = ({ direction, bound }: AlertRow, value: number | null) =>
  value !== null && (direction === 'above' ? value > bound : value < bound);

async function checkAlert(services: ReportServices, alert: DailyAlert): Promise<void> {
  const { database, clock, publicUrl, queueSystemEmail, findRecipient } = services;
  const now = clock.now();
  if (!isCheckDue(alert, now)) return;
  const recipient = await database.readAsSystem((tx) => findRecipient(tx, alert.user_id));
  const reader = await readerFor(services, recipient, alert.shown_company_id);
  if (!reader || !recipient) return;
  const { today } = localTime(now, reader.company.time_zone);
  const days = { from: addDays(today, -alert.days), to: addDays(today, -1) };
  const section = sectionOf(alert.metric);
  const scope: Scope = reader.seesCompany ? alert.scope : 'own';
  const found = await database.readInCompany(reader.company.id, (tx) => figuresOf(tx, reader, { input: { scope }, section, days, now }));
  const value = found.figures.find(({ id }) => id === alert.metric)?.now.value ?? null;
  const { language, userId } = recipient.actor;
  await database.asSystem(async (tx) => {
    const isRaised = await saveCheck(tx, alert.id, { value, day: today, isPast: isPast(alert, value), now });
    if (!isRaised || value === null) return;
    const detail = alertLine(alert, value, language);
    await raiseNotice(tx, { companyId: alert.company_id, userId, about: { kind: 'statistics', detail }, key: `${alert.id} ${today}`, now });
    const link = `${publicUrl}/statistics/${section}`;
    if (alert.by_email) await queueSystemEmail(tx, alertEmail({ to: recipient.to, language, link, days, zone: found.zone, alert, value }));
  });
}

/** One failure does not delay the others. */
async function each<T extends { id: number }>({ log }: ReportServices, rows: readonly T[], work: (row: T) => Promise<void>): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      // A view may name users and vacancies that are gone, or a company that no longer shows its numbers.
      if (error instanceof FieldErrors || error instanceof AppError) log.info({ id: row.id }, 'statistics report with outdated filters');
      else log.error({ err: error, id: row.id }, 'statistics report failed');
    }
  }
}

export const reportTasks = (services: ReportServices): TaskHandler[] => [
  definePeriodic('send_statistics_reports', '5 * * * *', async () => {
    const views = await services.database.readAsSystem((tx) => weeklyViews(tx));
    await each(services, views, (view) => sendReport(services, view));
  }),
  definePeriodic('check_statistics_alerts', '35 * * * *', async () => {
    const alerts = await services.database.readAsSystem((tx) => dailyAlerts(tx));
    await each(services, alerts, (alert) => checkAlert(services, alert));
  }),
];
