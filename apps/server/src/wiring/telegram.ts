import { createTelegram } from '#integrations/telegram/messenger.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import { createRegistry } from '#modules/messaging/suppressions/public.ts';
import { resealSessions } from '#modules/messaging/telegram/public.ts';
import { telegramAccountRoutes } from '#modules/messaging/telegram/account-routes.ts';
import { attentionDueHandler } from '#modules/messaging/telegram/dialogs/attention-due.ts';
import { deleteUnsentFilesHandler } from '#modules/messaging/telegram/dialogs/delete-unsent-files.ts';
import { telegramDialogRoutes } from '#modules/messaging/telegram/dialog-routes.ts';
import { type Gap, gapsOf } from '#modules/messaging/telegram/send/gaps.ts';
import { startTelegram } from '#modules/messaging/telegram/sync/hold-accounts.ts';
import { startReleasingLost } from '#modules/messaging/telegram/sync/release-lost.ts';
import type { Antivirus } from '#platform/antivirus/antivirus.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';
import type { Env } from '../env.ts';

interface TelegramNeeds {
  sendingLock: SendingLock;
  files: FileStore;
  antivirus: Antivirus;
  demo: SandboxPorts | undefined;
}

function settingsOf(env: Env, demo: SandboxPorts | undefined) {
  if (!demo) return env.telegram;
  if (!demo.telegram) return undefined;
  const { apiId, apiHash, ...server } = demo.telegram;
  return { apiId, apiHash, server };
}

/** Milliseconds between two new dialogs of an account, randomized. */
const dialogGap: Gap = [20_000, 60_000];
/** Shorter, because the sandbox does not limit new dialogs. */
const demoGap: Gap = [500, 2000];
const pollMs = 250;

export function wireTelegram(core: Core, { sendingLock, files, antivirus, demo }: TelegramNeeds) {
  const { database, clock, log, secrets, signing, env } = core;
  const messenger = createTelegram(settingsOf(env, demo));
  const registry = createRegistry({ clock, signing });
  const filesTotal = env.HEADWATER_TELEGRAM_FILES * 1024 * 1024;
  const services = { database, clock, log, secrets, messenger, registry, files, antivirus, filesTotal, maySend: sendingLock.maySend };
  const usualGap = demo ? demoGap : dialogGap;
  const gap: Gap = env.HEADWATER_TELEGRAM_GAP === undefined ? usualGap : [0, env.HEADWATER_TELEGRAM_GAP * 1000];
  const work = { ...services, gaps: gapsOf(gap) };
  return defineContext({
    routes: { telegramAccounts: telegramAccountRoutes(services), telegramDialogs: telegramDialogRoutes(services) },
    tasks: [attentionDueHandler(services), deleteUnsentFilesHandler(services)],
    secrets: { telegramSessions: resealSessions },
    loops: [
      { start: () => startReleasingLost(services, { everyMs: 2 * pollMs }), waitsForDemo: true },
      ...(messenger.isConfigured ? [{ start: () => startTelegram(work, { pollMs }), waitsForDemo: true }] : []),
    ],
  });
}
