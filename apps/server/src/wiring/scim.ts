import { tellOfChanges } from '#modules/accounts/public.ts';
import { deleteToken } from '#modules/api-tokens/store.ts';
import { mountScim } from '#modules/scim/mount.ts';
import { scimRoutes } from '#modules/scim/routes.ts';
import type { ScimServices } from '#modules/scim/services.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { type Core, defineContext } from './core.ts';
import type { EndWork } from './end-of-work.ts';

export function wireScim({ env, database, clock, log, secrets }: Core, endWork: EndWork) {
  const services: ScimServices = {
    database,
    clock,
    log,
    publicUrl: env.HEADWATER_URL,
    endToken: deleteToken,
    tellOfChanges: (tx, change) => tellOfChanges(tx, { publicUrl: env.publicUrl, queueSystemEmail: systemMailQueue(secrets) }, change),
    endWork,
  };
  return defineContext({ routes: { scim: scimRoutes(services) }, mount: (app) => mountScim(app, services) });
}
