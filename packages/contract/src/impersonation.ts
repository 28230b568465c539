import { z } from 'zod';
import { route } from './route.ts';
import { id } from './validation.ts';

const next = z.object({ next: z.string() });

/** ROLE-031 to ROLE-033 */
export const impersonation = {
  logInAs: route({
    method: 'POST',
    path: '/api/internal/users/{id}/login_as/',
    summary: 'Act as a user',
    access: 'staff',
    targets: { id: 'anybody' },
    personal: true,
  })
    .input(z.object({ id }))
    .output(next),
  logInAsServiceManager: route({
    method: 'POST',
    path: '/api/internal/companies/{id}/login_as_service_manager/',
    summary: 'Act as the service manager of a company',
    access: 'staff',
    targets: { id: 'managed_company' },
    personal: true,
  })
    .input(z.object({ id }))
    .output(next),
  return: route({
    method: 'POST',
    path: '/api/internal/users/return/',
    summary: 'Act as oneself again',
    access: 'signed_in',
    unlicensed: true,
  }).output(next),
};
