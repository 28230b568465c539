import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, pages, paging, text } from './validation.ts';

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** CTP-001 */
export const comment = z.object({
  id: z.number(),
  text: z.string(),
  created_at: moment,
  updated_at: moment,
  candidate_id: z.number().nullable(),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_by: person,
  /** Mentions of colleagues, from the sign to the end of the name, in UTF-16 units. */
  mentions: z.array(z.object({ start: z.number().int(), end: z.number().int(), is_own: z.boolean() })),
  /** CTP-006 */
  permissions: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type CommentView = z.infer<typeof comment>;

const mentionable = z.object({ id: z.number(), name: z.string(), email: z.string() });
export type Mentionable = z.infer<typeof mentionable>;

/** CTP-007 */
const words = text(5000);
const target = { targets: { id: 'comment' } } as const;
const ofProfile = { path: '/api/v6/profiles/{id}/comments/', access: 'profiles', targets: { id: 'profile' } } as const;

export const comments = {
  list: route({ method: 'GET', summary: 'Comments on a profile that the person may read, newest first', ...ofProfile })
    .input(z.object({ id, ...paging, candidate_id: id.optional() }))
    .output(z.object({ comments: z.array(comment), count: z.number().int(), pages })),
  add: route({
    method: 'POST',
    summary: 'Comment on a profile, or on it as a candidate',
    example: { text: 'Call again in May' },
    ...ofProfile,
  })
    .input(z.object({ id, text: words, candidate_id: id.optional() }))
    .output(comment),
  mentionable: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/mentionable/',
    summary: 'People of the company who may read a comment there, for completion after an @',
    access: 'profiles',
    targets: { id: 'profile' },
  })
    .input(z.object({ id, candidate_id: id.optional() }))
    .output(z.object({ people: z.array(mentionable) })),
  update: route({
    method: 'PATCH',
    path: '/api/v6/comments/{id}/',
    summary: 'Change an own comment',
    access: 'profiles',
    example: { text: 'Call again in June' },
    ...target,
  })
    .input(z.object({ id, text: words }))
    .output(comment),
  remove: route({
    method: 'DELETE',
    path: '/api/v6/comments/{id}/',
    summary: 'Delete an own comment, or as an admin any of the company',
    access: 'comments',
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({})),
};
