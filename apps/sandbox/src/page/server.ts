import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { ANSWERS, sendAnswer, type AnswerKind } from '../mail/answer.ts';
import type { Faults } from '../mail/faults.ts';
import type { RunningServer } from '../mail/smtp.ts';
import { FOLDERS, type FolderName, type MailStore, type StoredMessage } from '../mail/store.ts';
import type { SandboxUser } from '../mail/users.ts';
import { registerModel } from '../model/server.ts';
import { registerProviders } from '../providers/register.ts';
import { registerControl } from './control.ts';
import { page, type Html } from './html.ts';
import { languageOf, TEXTS, type Language } from './text.ts';
import { folderView, mailboxList, mailboxPath, messageView, type Row, type View } from './views.ts';

export type PageOptions = { port: number; store: MailStore; faults: Faults; users: SandboxUser[]; directory: string; modelDelay: number };

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const BODY_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The reading page and, on the same port, the providers' HTTP APIs, the language model, and the calls that make them misbehave. */
export async function startPage(options: PageOptions): Promise<RunningServer> {
  const app = Fastify({ bodyLimit: 1024 * 1024, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', refuseStrangers);
  registerControl(app, options);
  registerProviders(app, options);
  registerModel(app, { faults: options.faults, delay: options.modelDelay });
  registerReading(app, options);
  registerMessage(app, options);
  await app.listen({ port: options.port, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}

/** A page of another site must neither read the mail through a name that points here nor post a form. */
async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { host, origin } = request.headers;
  const named = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host ?? '');
  const foreign = origin !== undefined && origin !== `http://${host}`;
  if (!named || (foreign && request.method !== 'GET')) await reply.code(403).send({ detail: 'Loopback only' });
}

const language = (request: FastifyRequest): Language => languageOf(request.headers['accept-language']);

function show(request: FastifyRequest, reply: FastifyReply, body: Html): FastifyReply {
  void reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8');
  return reply.send(page(language(request), TEXTS[language(request)].title, body));
}

type FolderParams = { address: string; folder: string };
type MessageParams = FolderParams & { uid: string };

function registerReading(app: FastifyInstance, { store, users }: PageOptions): void {
  const connected = new Set(users.map(({ address }) => address.toLowerCase()));
  app.get('/', (request, reply) => show(request, reply, mailboxList(language(request), store.mailboxes(), connected)));
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

const folderName = (name: string): FolderName | undefined => FOLDERS.find((one) => one === name);

async function rowOf(store: MailStore, message: StoredMessage): Promise<Row> {
  const mail = await PostalMime.parse(await store.raw(message));
  const to = mail.to?.map(({ name, address }) => name || (address ?? '')).join(', ') ?? '';
  return { uid: message.uid, at: message.at, from: mail.from?.name || (mail.from?.address ?? ''), to, subject: mail.subject ?? '' };
}

async function find(store: MailStore, params: MessageParams): Promise<{ folder: FolderName; raw: Buffer } | null> {
  const folder = folderName(params.folder);
  const known = store.mailboxes().some(({ address }) => address === params.address);
  if (!folder || !known) return null;
  const message = store.folder({ mailbox: params.address, folder }).messages.find(({ uid }) => uid === Number(params.uid));
  return message ? { folder, raw: await store.raw(message) } : null;
}

const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  show(request, reply.code(404), {
    html: `<p>${TEXTS[language(request)].notFound}</p><p><a href="/">${TEXTS[language(request)].back}</a></p>`,
  });

function registerMessage(app: FastifyInstance, { store }: PageOptions): void {
  const path = '/mailbox/:address/:folder/:uid';
  app.get<{ Params: MessageParams; Querystring: { view?: string } }>(path, async (request, reply) =>
    showMessage(store, { request, reply, params: request.params, view: request.query.view ?? 'text', problem: '' }),
  );
  app.get<{ Params: MessageParams }>(`${path}/body`, async (request, reply) => {
    const found = await find(store, request.params);
    if (!found) return notFound(request, reply);
    const mail = await PostalMime.parse(found.raw);
    return reply
      .header('content-security-policy', BODY_POLICY)
      .type('text/html; charset=utf-8')
      .send(mail.html ?? '');
  });
  app.post<{ Params: MessageParams; Body: { kind?: string; text?: string } | null }>(`${path}/answer`, async (request, reply) => {
    const { params } = request;
    const kind: AnswerKind | undefined = ANSWERS.find((one) => one === request.body?.kind);
    const text = request.body?.text ?? '';
    const found = await find(store, params);
    if (!found) return notFound(request, reply);
    const words = TEXTS[language(request)];
    if (kind === undefined || (kind === 'reply' && text.trim() === '')) {
      return showMessage(store, { request, reply: reply.code(400), params, view: 'text', problem: words.needsText });
    }
    const target = await sendAnswer(store, { mailbox: params.address, raw: found.raw }, { kind, text, language: language(request) });
    if (target === null) return showMessage(store, { request, reply: reply.code(400), params, view: 'text', problem: words.nobody });
    return reply.redirect(`${mailboxPath(params.address)}?sent=${encodeURIComponent(target)}`, 303);
  });
}

type Shown = { request: FastifyRequest; reply: FastifyReply; params: MessageParams; view: string; problem: string };

async function showMessage(store: MailStore, { request, reply, params, view, problem }: Shown): Promise<FastifyReply> {
  const found = await find(store, params);
  if (!found) return notFound(request, reply);
  const mail = await PostalMime.parse(found.raw);
  const chosen: View = view === 'html' || view === 'source' ? view : 'text';
  const { address } = params;
  const shown = { address, folder: found.folder, uid: Number(params.uid), mail, source: found.raw.toString(), view: chosen, problem };
  return show(request, reply, messageView(language(request), shown));
}
