import { systemParts } from '@headwater/domain/system-parts';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, optionalText, pages, paging } from './validation.ts';

const activeUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'worker']),
  company: z.object({ id: z.number(), name: z.string() }),
  parts: z.array(z.enum(systemParts)),
  last_active: moment,
});
export type ActiveUser = z.infer<typeof activeUser>;

export const activeUsers = {
  list: route({
    method: 'GET',
    path: '/api/v6/active-users/',
    summary: 'Recruiters and administrators who used the product within the last 30 days, the latest first',
    access: 'staff',
  })
    .input(
      z.object({
        ...paging,
        system_part: z.enum(systemParts).optional(),
        role: z.enum(['admin', 'worker']).optional(),
        company_id: id.optional(),
        search: optionalText(255).default(''),
      }),
    )
    .output(z.object({ users: z.array(activeUser), count: z.number().int(), pages })),
};
