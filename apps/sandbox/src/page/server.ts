import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { acceptForms } from '../ats/form.ts';
import { registerVendors } from '../ats/register.ts';
import type { MailClock } from '../clock.ts';
import type { Faults } from '../mail/faults.ts';
import type { RunningServer } from '../mail/smtp.ts';
import type { MailStore, StoredMessage } from '../mail/store.ts';
import type { SandboxUser } from '../mail/users.ts';
import { registerModel } from '../model/server.ts';
import { registerPush } from '../push/server.ts';
import type { Telegram } from '../telegram/server.ts';
import { registerProviders } from '../providers/register.ts';
import { folderName, language, notFound, show } from './answer-page.ts';
import { registerCandidates } from './candidates.ts';
import { registerControl } from './control.ts';
import { registerMessage } from './message.ts';
import { folderView, mailboxList, type Row } from './views.ts';

export type PageOptions = {
  port: number;
  store: MailStore;
  clock: MailClock;
  faults: Faults;
  users: SandboxUser[];
  directory: string;
  modelDelay: number;
  telegram: Telegram | null;
};

export async function startPage(options: PageOptions): Promise<RunningServer> {
  const app = Fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true });
  acceptForms(app);
  app.addHook('onRequest', refuseOtherSites);
  registerControl(app, options);
  registerCandidates(app, options);
  registerProviders(app, options);
  registerPush(app, options);
  registerVendors(app, options);
  registerModel(app, { faults: options.faults, delay: options.modelDelay });
  registerReading(app, options);
  registerMessage(app, options.store);
  if (options.telegram) await registerTelegram(app, options.telegram);
  await app.listen({ port: options.port, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}

async function registerTelegram(app: FastifyInstance, telegram: Telegram): Promise<void> {
  const { registerTelegramControl } = await import('../telegram/control.ts');
  const { registerTelegramPage } = await import('../telegram/page/register.ts');
  registerTelegramControl(app, telegram);
  registerTelegramPage(app, telegram);
}

/** Prevents other sites from reading mail through DNS rebinding and from posting forms. */
async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { host, origin } = request.headers;
  const named = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host ?? '');
  const foreign = origin !== undefined && origin !== `http://${host}`;
  if (!named || (foreign && request.method !== 'GET')) await reply.code(403).send({ detail: 'Loopback only' });
}

type FolderParams = { address: string; folder: string };

function registerReading(app: FastifyInstance, { store, users, telegram }: PageOptions): void {
  const connected = new Set(users.map(({ address }) => address.toLowerCase()));
  app.get('/', (request, reply) =>
    show(request, reply, mailboxList(language(request), store.mailboxes(), { connected, hasTelegram: telegram !== null })),
  );
  app.get<{ Params: FolderParams; Querystring: { sent?: string } }>('/mailbox/:address/:folder', async (request, reply) => {
    const folder = folderName(request.params.folder);
    const mailbox = store.mailboxes().find(({ address }) => address === request.params.address);
    if (!folder || !mailbox) return notFound(request, reply);
    const newest = store.folder({ mailbox: mailbox.address, folder }).messages.slice(-200).toReversed();
    const rows = await Promise.all(newest.map((message) => rowOf(store, message)));
    return show(
      request,
      reply,
      folderView(language(request), { address: mailbox.address, folder, rows, notice: request.query.sent ?? '' }),
    );
  });
}

async function rowOf(store: MailStore, message: StoredMessage): Promise<Row> {
  const mail = await PostalMime.parse(await store.raw(message));
  const to = mail.to?.map(({ name, address }) => name || (address ?? '')).join(', ') ?? '';
  return { uid: message.uid, at: message.at, from: mail.from?.name || (mail.from?.address ?? ''), to, subject: mail.subject ?? '' };
}
