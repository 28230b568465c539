import { templateBounds } from '@headwater/domain/outreach/templates';
import { variableName, variableNameProblem } from '@headwater/domain/outreach/variables';
import { z } from 'zod';
import { route, uploadBytes } from './route.ts';
import { flag, id, moment, name, optionalText, text } from './validation.ts';

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** EDIT-040 to EDIT-042 */
export const mailingVariable = z.object({
  id: z.enum(['custom', 'template']),
  name: z.string(),
  path: z.string(),
  value: z.string(),
  data: z.array(z.string()),
  used: z.boolean(),
});

/** EDIT-014 to EDIT-019 */
export const attachment = z.object({
  id: z.number(),
  internal_id: z.number(),
  name: z.string(),
  size: z.number().int(),
  src: z.string(),
  is_inline_image: z.boolean(),
});
export type AttachmentView = z.infer<typeof attachment>;

export const customVariables = z
  .array(
    z.object({
      name: z
        .string()
        .transform(variableName)
        .refine((name) => variableNameProblem(name) === undefined, 'variable_name'),
      value: optionalText(templateBounds.fallback).default(''),
      data: z.array(text(templateBounds.fallback)).max(100).default([]),
    }),
  )
  .max(templateBounds.variables);

export const template = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  variables: z.array(mailingVariable),
  custom_variables: z.array(z.object({ name: z.string(), value: z.string(), data: z.array(z.string()) })),
  attachments: z.array(attachment),
  access_type: z.enum(['public', 'private']),
  /** Null: built-in template. */
  creator: person.nullable(),
  created: moment.nullable(),
  updated: moment.nullable(),
  permissions: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type TemplateView = z.infer<typeof template>;

const fields = {
  name: name(templateBounds.name),
  /** EDIT-005 */
  subject: z
    .string()
    .transform((value) => value.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(z.string().max(templateBounds.subject)),
  body: z.string().max(templateBounds.body),
  custom_variables: customVariables,
  access_type: z.enum(['public', 'private']),
  attachment_ids: z.array(id).max(templateBounds.attachments),
};

/** Negative ids are the blank template and the examples. */
const anyId = z.coerce.number().int().min(-4).max(Number.MAX_SAFE_INTEGER);
const target = { access: 'messaging', targets: { id: 'template' } } as const;
const path = '/api/v6/mailing_templates/';

export const templates = {
  list: route({ method: 'GET', path, summary: 'Templates that the person may see, newest first, and the examples', access: 'messaging' })
    .input(
      z.object({
        messaging_type: z.enum(['mailing']).default('mailing'),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        created_by: id.optional(),
        search: optionalText(255).optional(),
      }),
    )
    .output(z.object({ templates: z.array(template), count: z.number().int(), example_templates: z.array(template) })),
  creators: route({
    method: 'GET',
    path: `${path}creators/`,
    summary: 'Who has made the templates that the person sees; the person first',
    access: 'messaging',
  }).output(z.object({ creators: z.array(person) })),
  create: route({
    method: 'POST',
    path,
    summary: 'Create a template',
    access: 'messaging',
    errorsAsList: true,
    example: { name: 'First contact', subject: 'Hello, {{FIRST_NAME}}', body: '<p>Hello</p>' },
  })
    .input(
      z.object({
        name: fields.name,
        subject: fields.subject.default(''),
        body: fields.body.default(''),
        custom_variables: fields.custom_variables.default([]),
        /** MSET-005 */
        access_type: fields.access_type.optional(),
        attachment_ids: fields.attachment_ids.default([]),
      }),
    )
    .output(template),
  get: route({ method: 'GET', path: `${path}{id}/`, summary: 'One template; -1 is the blank one', ...target })
    .input(z.object({ id: anyId }))
    .output(template),
  update: route({
    method: 'PATCH',
    path: `${path}{id}/`,
    summary: 'Change a template',
    errorsAsList: true,
    example: { name: 'Second contact' },
    ...target,
  })
    .input(
      z.object({
        id: anyId,
        name: fields.name.optional(),
        subject: fields.subject.optional(),
        body: fields.body.optional(),
        custom_variables: fields.custom_variables.optional(),
        access_type: fields.access_type.optional(),
        attachment_ids: fields.attachment_ids.optional(),
      }),
    )
    .output(template),
  remove: route({ method: 'DELETE', path: `${path}{id}/`, summary: 'Delete a template; it can be restored for an hour', ...target })
    .input(z.object({ id: anyId }))
    .output(z.object({ id: z.number() })),
  restore: route({
    method: 'POST',
    path: `${path}{id}/restore/`,
    summary: 'Bring back a template that was deleted within the last hour',
    ...target,
  })
    .input(z.object({ id: anyId }))
    .output(template),
  attach: route({
    method: 'POST',
    path: '/api/v6/mailing_attachments/',
    summary: 'Upload a file for messages as a form (file), or an image to stand in the text',
    access: 'messaging',
    upload: uploadBytes,
    example: { is_inline_image: 'false' },
  })
    .input(z.object({ file: z.file(), is_inline_image: flag.default(false) }))
    .output(attachment),
};
