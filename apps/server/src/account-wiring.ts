import type { Env } from './env.ts';
import { accountRoutes } from '#modules/accounts/routes.ts';
import { type Arming, mayResumeSending } from '#modules/messaging/delivery/public.ts';
import { listTemplateOwners } from '#modules/messaging/templates/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { brandingOf } from '#platform/http/branding.ts';
import { letterQueue } from '#platform/letters.ts';
import { createWaitingRoom } from '#platform/waiting-room.ts';

interface AccountSide {
  env: Env;
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  arming: Arming;
  /** Whether letters of the system leave, to the sandbox of a demo at least. */
  sendsLetters: boolean;
}

/** Signing in, and what the frame of the web app is told of the installation. */
export const wireAccounts = ({ env, database, clock, secrets, arming, sendsLetters }: AccountSide) =>
  accountRoutes({
    database,
    clock,
    publicUrl: env.publicUrl,
    queueLetter: letterQueue(secrets),
    sendsLetters,
    waitingRoom: createWaitingRoom({ places: 2000, placesOfKey: 5 }),
    secureCookies: env.HEADWATER_BEHIND_PROXY,
    isSendingPaused: async (tx) => !(await arming.isArmed(tx)),
    mayResumeSending: (actor) => mayResumeSending(database, actor),
    linksAt: (host) => brandingOf(env.brandings, host).links,
    survey: env.survey,
    listTemplateOwners,
  });
