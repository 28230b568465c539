import type { FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import type { SandboxPorts } from './adapters.ts';
import { type Core, defineContext } from './core.ts';
import { noticePorts as ports } from './notice-ports.ts';
import { readerFinder } from './notice-reader.ts';
import { wireStatistics } from './statistics.ts';
import { createWebPush } from '#integrations/web-push/push-service.ts';
import { sessionCookie } from '#modules/accounts/sessions/session.ts';
import type { SendingLock } from '#modules/messaging/delivery/public.ts';
import { deleteOldNoticesHandler, digestHandlers } from '#modules/notices/digest.ts';
import { pushHandlers } from '#modules/notices/push.ts';
import { createPushKeys, resealPushKeys } from '#modules/notices/push-keys.ts';
import type { PushService } from '#modules/notices/push-port.ts';
import { noticeRoutes } from '#modules/notices/routes.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { type Caller, createCaller } from '#platform/fetch/api-caller.ts';
import { isPublicHost } from '#platform/fetch/guarded-fetch.ts';
import { isLoopbackAddress } from '#platform/loopback.ts';
import type { SystemMailer } from '#platform/system-mail.ts';

const timeoutMs = 8000;

/** Push services are public and use TLS; the one of a demo runs on this machine. */
function openReach(demo: SandboxPorts | undefined): (url: URL) => Caller | undefined {
  const outside = createCaller({ timeoutMs });
  const here = demo && createCaller({ timeoutMs, allows: isLoopbackAddress });
  const origin = `http://127.0.0.1:${demo?.httpPort ?? 0}`;
  return (url) => (url.origin === origin ? here : url.protocol === 'https:' && isPublicHost(url.hostname) ? outside : undefined);
}

const subjectOf = ({ HEADWATER_URL: url, HEADWATER_MAIL_FROM: from }: Env) =>
  url?.startsWith('https:') ? url : `mailto:${/<([^<>]+)>/.exec(from)?.[1] ?? from}`;

function openPush({ env, database, clock, secrets, log }: Core, demo: SandboxPorts | undefined): PushService | undefined {
  if (!env.HEADWATER_PUSH) return undefined;
  const keys = createPushKeys({ database, clock, secrets, log, setting: env.HEADWATER_PUSH_KEY });
  return createWebPush({ keys, clock, subject: subjectOf(env), reach: openReach(demo) });
}

interface NoticeNeeds {
  sendingLock: SendingLock;
  smtpUrl: string | undefined;
  systemMailer: SystemMailer;
  demo: SandboxPorts | undefined;
}

const sessionOf = (request: FastifyRequest) => hashToken(request.cookies[sessionCookie] ?? '');

export function wireNotices(core: Core, { sendingLock, smtpUrl, systemMailer: mailer, demo }: NoticeNeeds) {
  const { env, database, clock, log } = core;
  const [service, findReader] = [openPush(core, demo), readerFinder(clock, sendingLock)];
  const statistics = wireStatistics(core, { sendingLock });
  return defineContext({
    routes: {
      ...statistics.routes,
      notices: noticeRoutes({ database, clock, ports, sendsSystemMail: smtpUrl !== undefined, service, sessionOf }),
    },
    secrets: { pushKeys: resealPushKeys },
    tasks: [
      ...statistics.tasks,
      ...digestHandlers({ database, clock, ports, publicUrl: env.publicUrl, mailer, findReader }),
      deleteOldNoticesHandler({ database, clock }),
      ...pushHandlers({ database, clock, log, ports, service, findReader }),
    ],
  });
}
