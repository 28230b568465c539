import { z } from 'zod';
import { route } from './route.ts';
import { moment, optionalText, pages, paging, text } from './validation.ts';

const path = '/api/v6/banned_links/';
const url = text(2000);

const bannedLink = z.object({
  id: z.number(),
  url: z.string(),
  banned_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  banned_at: moment,
});
export type BannedLink = z.infer<typeof bannedLink>;

/** BAN-010: no profile shows a banned link, and no one can search or add it, in all companies. */
export const bannedLinks = {
  list: route({ method: 'GET', path, summary: 'Banned links, the newest first', access: 'staff' })
    .input(z.object({ ...paging, search: optionalText(2000).default('') }))
    .output(z.object({ links: z.array(bannedLink), count: z.number().int(), pages })),
  ban: route({ method: 'POST', path, summary: 'Ban a link', access: 'staff', example: { url: 'https://github.com/someone' } })
    .input(z.object({ url }))
    .output(z.object({ url: z.string() })),
  unban: route({
    method: 'DELETE',
    path,
    summary: 'Unban a link',
    access: 'staff',
    example: { url: 'https://github.com/someone' },
    inputStructure: 'detailed',
  })
    // Clients send it in the query string or in the body.
    .input(z.object({ query: z.object({ url: url.optional() }), body: z.object({ url: url.optional() }).nullish() }))
    .output(z.object({ url: z.string() })),
};
