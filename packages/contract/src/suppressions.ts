import { suppressionReasons } from '@headwater/domain/outreach/suppression';
import { z } from 'zod';
import { route } from './route.ts';
import { flag, id, moment, optionalText, pages, paging, text } from './validation.ts';

const path = '/api/v6/messaging/suppressions/';

const reason = z.enum(suppressionReasons);
const person = z.object({ id: z.number(), name: z.string() });

const suppression = z.object({
  id: z.number(),
  /** Null: only a hash remains of an erased person's address or a sold contact. */
  address: z.string().nullable(),
  reason,
  source: z.enum(['link', 'one_click', 'inbound', 'server', 'hand']),
  note: z.string(),
  added_by: person.nullable(),
  added_at: moment,
  released_at: moment.nullable(),
  released_by: person.nullable(),
  release_note: z.string().nullable(),
});
export type SuppressionView = z.infer<typeof suppression>;

export const suppressions = {
  list: route({ method: 'GET', path, summary: 'Addresses that the company does not write to, newest first', access: 'messaging_admin' })
    .input(
      z.object({
        ...paging,
        /** Part of an address or a note; a full address also matches hashed entries. */
        search: optionalText(255).optional(),
        reason: reason.optional(),
        released: flag.default(false),
      }),
    )
    .output(z.object({ suppressions: z.array(suppression), total: z.number().int(), pages })),
  add: route({
    method: 'POST',
    path,
    summary: 'Stop writing to addresses; a pasted list may hold anything around them',
    access: 'messaging_admin',
    example: { addresses: 'someone@example.test' },
  })
    .input(z.object({ addresses: text(100_000), note: optionalText(1000).default('') }))
    .output(
      z.object({
        added: z.number().int(),
        known: z.number().int(),
        wrong: z.array(z.string()),
      }),
    ),
  release: route({
    method: 'POST',
    path: `${path}{id}/release/`,
    summary: 'Let an address be written to again, and say why',
    access: 'messaging_admin',
    targets: { id: 'suppression' },
    example: { note: 'Asked to be written to again' },
  })
    .input(z.object({ id, note: text(1000) }))
    .output(suppression),
  check: route({
    method: 'GET',
    path: `${path}check/`,
    summary: 'Whether the company writes to an address, and why not',
    access: 'messaging',
    example: { email: 'someone@example.test' },
  })
    .input(z.object({ email: text(255) }))
    .output(z.object({ is_suppressed: z.boolean(), reason: reason.nullable(), since: moment.nullable() })),
};
