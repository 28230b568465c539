import { accessTypes } from '@headwater/domain/companies/dropdowns';
import { isCommaList } from '@headwater/domain/text/comma-list';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, name, optionalText, pages, paging } from './validation.ts';

const path = '/api/v6/notifications/';

const site = /^(?:\*\.)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}]{2,63}$/u;
/** NOTF-048: a trailing 'c' marks a custom build. */
const version = /^\d{1,9}(?:\.\d{1,9}){0,3}c?$/;
const versions = optionalText(2000)
  .refine((value) => isCommaList(value, version), 'notification_versions')
  .default('');
const both = (max: number) => optionalText(max).default('');

const saved = z.object({
  title: name(255),
  /** NOTF-042: empty, or filled in both languages. */
  description_en: both(1000),
  description_ru: both(1000),
  text_en: both(10_000),
  text_ru: both(10_000),
  /** Comma-separated; empty: all. */
  sites: optionalText(5000)
    .refine((value) => isCommaList(value, site), 'notification_sites')
    .default(''),
  /** NOTF-047: comma-separated; empty: all. */
  versions_shown: versions,
  /** NOTF-047: comma-separated; empty: none. */
  versions_hidden: versions,
  weight: z.number().int().min(0).max(1_000_000).default(0),
  access_type: z.enum(accessTypes).nullable().default(null),
});
export type ExtensionNotificationInput = z.infer<typeof saved>;

const notification = saved.extend({ id: z.number(), created_at: moment, updated_at: moment });
export type ExtensionNotification = z.infer<typeof notification>;

const targets = { id: 'extension_notification' };

export const extensionNotifications = {
  list: route({ method: 'GET', path, summary: 'Notifications of the browser extension, the heaviest first', access: 'staff' })
    .input(z.object({ ...paging, search: optionalText(255).default(''), access_type: z.enum(accessTypes).optional() }))
    .output(z.object({ notifications: z.array(notification), count: z.number().int(), pages })),
  create: route({
    method: 'POST',
    path,
    summary: 'Create a notification of the extension',
    access: 'staff',
    example: { title: 'New version' },
  })
    .input(saved)
    .output(notification),
  find: route({ method: 'GET', path: `${path}{id}/`, summary: 'A notification of the extension', access: 'staff', targets })
    .input(z.object({ id }))
    .output(notification),
  save: route({
    method: 'PUT',
    path: `${path}{id}/`,
    summary: 'Change a notification of the extension; what is not given becomes empty',
    access: 'staff',
    targets,
    example: { title: 'New version' },
  })
    .input(saved.extend({ id }))
    .output(notification),
  remove: route({ method: 'DELETE', path: `${path}{id}/`, summary: 'Delete a notification of the extension', access: 'staff', targets })
    .input(z.object({ id }))
    .output(z.object({})),
};
