import { notificationRegions, notificationStates, notificationTypes, showFormats } from '@headwater/domain/system-notifications';
import { isCommaList } from '@headwater/domain/text/comma-list';
import { readHttpLink } from '@headwater/domain/http-link';
import { roles } from '@headwater/domain/roles';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, name, optionalText, pages, paging, text } from './validation.ts';

const path = '/api/v6/system-notifications/';

/** NOTF-015 */
const link = optionalText(2000).refine((value) => value === '' || readHttpLink(value) !== undefined, 'field_url');
const day = z.iso
  .date()
  .refine((value) => value >= '2000' && value < '3000', 'field_date')
  .nullable();

const settings = {
  title: name(255),
  /** Editor HTML, sanitised on save; plain text keeps its lines. */
  content: text(20_000),
  show_format: z.enum(showFormats).default('full'),
  type: z.enum(notificationTypes).default('other'),
  button_text: optionalText(50).default(''),
  button_link: link.default(''),
  /** First and last day in Moscow time; null: open. */
  start_date: day.default(null),
  end_date: day.default(null),
  active: z.boolean().default(true),
  /** NOTF-030: all given criteria must match; empty ones match everyone. */
  target_user_role: z.enum(roles).nullable().default(null),
  target_can_search: z.boolean().nullable().default(null),
  company_ids: optionalText(10_000)
    .refine((value) => isCommaList(value, /^[1-9]\d{0,14}$/), 'notification_company_ids')
    .default(''),
  region: z.enum(notificationRegions).nullable().default(null),
};

/** Missing fields get the defaults of a new notification. */
const saved = z.object(settings);
export type SystemNotificationInput = z.infer<typeof saved>;

const notification = saved.extend({
  id: z.number(),
  /** Names of `company_ids`. */
  companies: z.array(z.object({ id: z.number(), name: z.string() })),
  state: z.enum(notificationStates),
  created_at: moment,
  updated_at: moment,
});
export type SystemNotification = z.infer<typeof notification>;

/** NOTF-029 */
export const ownNotification = notification
  .pick({ id: true, type: true, title: true, content: true, button_text: true, button_link: true, show_format: true })
  .extend({
    status: z.enum(['unseen', 'read', 'hidden']),
    /** NOTF-016 */
    interacted: z.boolean(),
  });
export type OwnNotification = z.infer<typeof ownNotification>;

const example = { title: 'Maintenance on Sunday', content: '<p>From 02:00 to 03:00</p>' };
const act = (status: 'read' | 'hidden', summary: string) =>
  route({
    method: 'POST',
    path: `${path}{id}/${status}/`,
    summary,
    access: 'signed_in',
    unlicensed: true,
    targets: { id: 'system_notification' },
  })
    .input(z.object({ id }))
    .output(z.object({ id: z.number(), status: z.enum(['read', 'hidden']) }));

export const systemNotifications = {
  list: route({ method: 'GET', path, summary: 'System notifications, the newest first', access: 'staff' })
    .input(
      z.object({
        page: paging.page,
        /** NOTF-032 */
        limit: z.coerce.number().int().min(1).max(100).default(100),
        search: optionalText(255).default(''),
        state: z.enum(notificationStates).optional(),
      }),
    )
    .output(z.object({ system_notifications: z.array(notification), count: z.number().int(), pages })),
  create: route({ method: 'POST', path, summary: 'Create a system notification', access: 'staff', example })
    .input(saved)
    .output(notification),
  find: route({
    method: 'GET',
    path: `${path}{id}/`,
    summary: 'A system notification',
    access: 'staff',
    targets: { id: 'managed_notification' },
  })
    .input(z.object({ id }))
    .output(notification),
  save: route({
    method: 'PUT',
    path: `${path}{id}/`,
    summary: 'Change a system notification; what is not given becomes empty',
    access: 'staff',
    targets: { id: 'managed_notification' },
    example,
  })
    .input(saved.extend({ id }))
    .output(notification),
  remove: route({
    method: 'DELETE',
    path: `${path}{id}/`,
    summary: 'Delete a system notification',
    access: 'staff',
    targets: { id: 'managed_notification' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
  markRead: act('read', 'Mark a system notification as read by the current user'),
  hide: act('hidden', 'Hide a system notification from the current user'),
};
