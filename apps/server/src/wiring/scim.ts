import { requireProof, type SignInServices } from '#modules/accounts/public/sign-in.ts';
import { notifyOfChanges } from '#modules/accounts/users/notify-owner.ts';
import { mountScim } from '#modules/scim/mount.ts';
import { scimRoutes } from '#modules/scim/routes.ts';
import type { ScimServices } from '#modules/scim/services.ts';
import { systemMailQueue } from '#platform/system-mail.ts';
import { type Core, defineContext } from './core.ts';

interface ScimNeeds extends Pick<ScimServices, 'stopSending'> {
  visitorServices: SignInServices;
}

export function wireScim({ env, database, clock, log, secrets }: Core, { visitorServices, stopSending }: ScimNeeds) {
  const services: ScimServices = {
    database,
    clock,
    log,
    publicUrl: env.HEADWATER_URL,
    prove: (proof) => requireProof(visitorServices, proof),
    notifyOfChanges: (tx, change) => notifyOfChanges(tx, { publicUrl: env.publicUrl, queueSystemEmail: systemMailQueue(secrets) }, change),
    stopSending,
  };
  return defineContext({ routes: { scim: scimRoutes(services) }, mount: (app) => mountScim(app, services) });
}
