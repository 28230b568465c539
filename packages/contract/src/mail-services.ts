import { byGrantedProvider, type GrantedProvider, grantedProviders } from '@headwater/domain/mail/granted-providers';
import { z } from 'zod';
import { route } from './route.ts';
import { optionalName, text } from './validation.ts';

/** MSET-012 */
const mailName = z.object({ email: z.string(), name: z.string() });
const emailAlias = z.object({ aliases: z.array(mailName), from: mailName });
export type EmailAlias = z.infer<typeof emailAlias>;

const grantedProvider = z.enum(grantedProviders);
const consent = z.object({ url: z.string() });

/** MSET-009 */
const connectTo = (provider: GrantedProvider) =>
  route({
    method: 'GET',
    path: `/api/v6/messaging/${provider}/connect/`,
    summary: `The address of the consent page of the mail service; it leads back to /${provider}/set`,
    access: 'messaging',
    errors: ['not_found'],
  }).output(consent);

export const mailServices = {
  list: route({
    method: 'GET',
    path: '/api/v6/messaging/services/',
    summary: 'Which mail services this installation has credentials for',
    access: 'messaging_settings',
  }).output(z.object({ services: z.array(z.object({ provider: grantedProvider, configured: z.boolean() })) })),
  connect: byGrantedProvider(connectTo),
  aliases: route({
    method: 'GET',
    path: '/api/v6/messaging/gmail/aliases/',
    summary: 'Addresses that the connected Gmail may send from, and the one it sends from',
    access: 'messaging',
  }).output(emailAlias),
  saveAlias: route({
    method: 'POST',
    path: '/api/v6/messaging/gmail/aliases/',
    summary: 'Choose the address to send from',
    access: 'messaging',
    example: { email: 'a@example.test' },
  })
    .input(z.object({ email: text(255), name: optionalName(255).optional() }))
    .output(emailAlias),
};
