import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { ANSWERS, sendAnswer, type AnswerKind } from '../mail/answer.ts';
import type { FolderName, MailStore } from '../mail/store.ts';
import { folderName, language, notFound, show } from './answer-page.ts';
import { attachmentOf, htmlOf, unsubscribe } from './received.ts';
import { TEXTS } from './text.ts';
import { mailboxPath, messageView, type View } from './views.ts';

/** Scripts never run; external images load on request. */
const bodyPolicy = (pictures: boolean): string =>
  `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:${
    pictures ? ' http: https:' : ''
  }; frame-ancestors 'self'`;

type MessageParams = { address: string; folder: string; uid: string };
type MessageQuery = { view?: string; pictures?: string; unsubscribed?: string };

const path = '/mailbox/:address/:folder/:uid';

export function registerMessage(app: FastifyInstance, store: MailStore): void {
  app.get<{ Params: MessageParams; Querystring: MessageQuery }>(path, async (request, reply) => {
    const { view = '', pictures, unsubscribed } = request.query;
    const words = TEXTS[language(request)];
    const notice = { yes: words.unsubscribed, no: words.notUnsubscribed }[unsubscribed ?? ''] ?? '';
    return showMessage(store, { request, reply, params: request.params, view, pictures: pictures === '1', notice, problem: '' });
  });
  app.get<{ Params: MessageParams; Querystring: MessageQuery }>(`${path}/body`, async (request, reply) => {
    const found = await find(store, request.params);
    if (!found) return notFound(request, reply);
    return reply
      .header('content-security-policy', bodyPolicy(request.query.pictures === '1'))
      .type('text/html; charset=utf-8')
      .send(htmlOf(await PostalMime.parse(found.raw)));
  });
  app.get<{ Params: MessageParams & { index: string } }>(`${path}/attachments/:index`, async (request, reply) => {
    const found = await find(store, request.params);
    const file = found && attachmentOf(await PostalMime.parse(found.raw), Number(request.params.index));
    if (!file) return notFound(request, reply);
    return reply
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .type('application/octet-stream')
      .send(file.bytes);
  });
  app.post<{ Params: MessageParams }>(`${path}/unsubscribe`, async (request, reply) => {
    const found = await find(store, request.params);
    if (!found) return notFound(request, reply);
    const done = await unsubscribe(await PostalMime.parse(found.raw));
    const { address, folder, uid } = request.params;
    return reply.redirect(`${mailboxPath(address, folder)}/${uid}?unsubscribed=${done ? 'yes' : 'no'}`, 303);
  });
  registerAnswer(app, store);
}

function registerAnswer(app: FastifyInstance, store: MailStore): void {
  app.post<{ Params: MessageParams; Body: { kind?: string; text?: string } | null }>(`${path}/answer`, async (request, reply) => {
    const { params } = request;
    const kind: AnswerKind | undefined = ANSWERS.find((one) => one === request.body?.kind);
    const text = request.body?.text ?? '';
    const found = await find(store, params);
    if (!found) return notFound(request, reply);
    const words = TEXTS[language(request)];
    const refuse = (problem: string): Promise<FastifyReply> =>
      showMessage(store, { request, reply: reply.code(400), params, view: '', pictures: false, notice: '', problem });
    if (kind === undefined || (kind === 'reply' && text.trim() === '')) return refuse(words.needsText);
    const target = await sendAnswer(store, { mailbox: params.address, raw: found.raw }, { kind, text, language: language(request) });
    if (target === null) return refuse(words.nobody);
    return reply.redirect(`${mailboxPath(params.address)}?sent=${encodeURIComponent(target)}`, 303);
  });
}

async function find(store: MailStore, params: MessageParams): Promise<{ folder: FolderName; raw: Buffer } | null> {
  const folder = folderName(params.folder);
  const known = store.mailboxes().some(({ address }) => address === params.address);
  if (!folder || !known) return null;
  const message = store.folder({ mailbox: params.address, folder }).messages.find(({ uid }) => uid === Number(params.uid));
  return message ? { folder, raw: await store.raw(message) } : null;
}

type Shown = {
  request: FastifyRequest;
  reply: FastifyReply;
  params: MessageParams;
  view: string;
  pictures: boolean;
  notice: string;
  problem: string;
};

const VIEWS: readonly View[] = ['text', 'html', 'source'];

async function showMessage(store: MailStore, { request, reply, params, view, ...more }: Shown): Promise<FastifyReply> {
  const found = await find(store, params);
  if (!found) return notFound(request, reply);
  const mail = await PostalMime.parse(found.raw);
  const chosen = VIEWS.find((one) => one === view) ?? (mail.html === undefined ? 'text' : 'html');
  const shown = { ...more, address: params.address, folder: found.folder, uid: Number(params.uid), mail, source: found.raw.toString() };
  return show(request, reply, messageView(language(request), { ...shown, view: chosen }));
}
