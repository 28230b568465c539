import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import type { Faults } from '../mail/faults.ts';
import type { MailStore } from '../mail/store.ts';
import { aliasOf, type SandboxUser } from '../mail/users.ts';
import { copiesOf, headersOf, idOf, lastPlace, rootOf, withHeader, type Copy } from './account.ts';
import { backendError, invalidArgument, mailboxFull, notFound, scopeMissing, tooMany, unauthorised, userLimit } from './google-errors.ts';
import { matchesQuery } from './gmail-query.ts';
import type { Grant, Grants } from './grants.ts';

/** `forgotten`: by address, the position at which the history now begins. */
export type ProviderOptions = { store: MailStore; faults: Faults; users: SandboxUser[]; grants: Grants; forgotten: Map<string, number> };

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
const READS = [scope('gmail.readonly')];
const SENDS = [scope('gmail.send')];
const maxBytes = 50 * 1024 * 1024;

/** Part of Gmail API v1. Like Gmail, it replaces the Message-ID of sent messages. */
export function registerGmail(app: FastifyInstance, options: ProviderOptions): void {
  const users = '/google/gmail/v1/users/me';
  type Handler = (context: { grant: Grant; request: FastifyRequest; reply: FastifyReply }) => Promise<unknown>;
  const guarded = (needed: string[], handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const grant = options.grants.find((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!grant) return unauthorised(reply) ?? reply;
    if (!needed.every((one) => grant.scopes.includes(one))) return scopeMissing(reply) ?? reply;
    return (await handle({ grant, request, reply })) ?? reply;
  };
  app.get(
    `${users}/profile`,
    guarded(READS, async ({ grant }) => {
      const copies = copiesOf(options.store, grant.address);
      return {
        emailAddress: grant.address,
        messagesTotal: copies.length,
        threadsTotal: copies.length,
        historyId: String(lastPlace(copies)),
      };
    }),
  );
  app.get(
    `${users}/settings/sendAs`,
    guarded(READS, async ({ grant }) => ({ sendAs: sendAs(options.users, grant.address) })),
  );
  app.get(
    `${users}/messages`,
    guarded(READS, (context) => list(options, context)),
  );
  app.get(
    `${users}/messages/:id`,
    guarded(READS, (context) => get(options, context)),
  );
  app.get(
    `${users}/threads/:id`,
    guarded(READS, (context) => thread(options, context)),
  );
  app.get(
    `${users}/history`,
    guarded(READS, (context) => history(options, context)),
  );
  app.post(
    '/google/upload/gmail/v1/users/me/messages/send',
    { bodyLimit: maxBytes },
    guarded(SENDS, (context) => send(options, context)),
  );
}

type Context = { grant: Grant; request: FastifyRequest; reply: FastifyReply };

function sendAs(users: SandboxUser[], address: string): object[] {
  const user = users.find((one) => one.address.toLowerCase() === address);
  const own = { sendAsEmail: address, displayName: '', isPrimary: true, isDefault: true };
  if (!user) return [own];
  const alias = aliasOf(user);
  const second = { sendAsEmail: alias.address, displayName: alias.name, treatAsAlias: true, verificationStatus: 'accepted' };
  const waiting = { sendAsEmail: `waiting.${address}`, displayName: '', treatAsAlias: true, verificationStatus: 'pending' };
  return [own, second, waiting];
}

const query = (request: FastifyRequest, name: string): string => String((request.query as Record<string, unknown>)[name] ?? '');

const LABELS = { INBOX: ['INBOX', 'UNREAD'], Sent: ['SENT'], Junk: ['SPAM'] };

const threadIdOf = async (store: MailStore, copy: Copy): Promise<string> =>
  createHash('sha256')
    .update(await rootOf(store, copy))
    .digest('hex')
    .slice(0, 16);

const brief = async (store: MailStore, copy: Copy) => ({ id: idOf(copy), threadId: await threadIdOf(store, copy) });

async function list({ store }: ProviderOptions, { grant, request }: Context): Promise<object> {
  const q = query(request, 'q');
  const found: Copy[] = [];
  for (const copy of copiesOf(store, grant.address).toReversed()) {
    const isHidden = copy.folder === 'Junk' && query(request, 'includeSpamTrash') !== 'true';
    if (!isHidden && (await matchesQuery(store, copy, q))) found.push(copy);
  }
  const size = Math.min(Number(query(request, 'maxResults')) || 100, 500);
  const from = Number(query(request, 'pageToken')) || 0;
  const shown = found.slice(from, from + size);
  if (shown.length === 0) return { resultSizeEstimate: 0 };
  const messages = await Promise.all(shown.map((copy) => brief(store, copy)));
  const more = from + size < found.length ? { nextPageToken: String(from + size) } : {};
  return { messages, ...more, resultSizeEstimate: found.length };
}

const paramOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

async function get({ store }: ProviderOptions, { grant, request, reply }: Context): Promise<object | null> {
  const copy = copiesOf(store, grant.address).find((one) => idOf(one) === paramOf(request));
  return copy ? await describe(store, copy, request) : notFound(reply);
}

async function describe(store: MailStore, copy: Copy, request: FastifyRequest): Promise<object> {
  const raw = await store.raw(copy.message);
  const common = {
    ...(await brief(store, copy)),
    labelIds: LABELS[copy.folder],
    historyId: String(copy.place),
    internalDate: String(Date.parse(copy.message.at)),
    sizeEstimate: copy.message.size,
  };
  if (query(request, 'format') === 'raw') return { ...common, raw: raw.toString('base64url') };
  const headerNames = [(request.query as { metadataHeaders?: string | string[] }).metadataHeaders ?? []]
    .flat()
    .map((name) => name.toLowerCase());
  const headers = headersOf(raw).filter(({ name }) => headerNames.length === 0 || headerNames.includes(name.toLowerCase()));
  return { ...common, payload: { headers } };
}

async function thread({ store }: ProviderOptions, { grant, request, reply }: Context): Promise<object | null> {
  const id = paramOf(request);
  const copies: Copy[] = [];
  for (const copy of copiesOf(store, grant.address)) if ((await threadIdOf(store, copy)) === id) copies.push(copy);
  if (copies.length === 0) return notFound(reply);
  return { id, messages: await Promise.all(copies.map((copy) => describe(store, copy, request))) };
}

async function history({ store, forgotten }: ProviderOptions, { grant, request, reply }: Context): Promise<object | null> {
  const start = Number(query(request, 'startHistoryId'));
  if (!Number.isSafeInteger(start) || start < 1) return invalidArgument(reply, 'Invalid startHistoryId');
  if (start < (forgotten.get(grant.address) ?? 0)) return notFound(reply);
  const copies = copiesOf(store, grant.address);
  const size = Math.min(Number(query(request, 'maxResults')) || 100, 500);
  const from = Number(query(request, 'pageToken')) || start;
  const later = copies.filter(({ place }) => place > from);
  const shown = later.slice(0, size);
  const records = await Promise.all(
    shown.map(async (copy) => ({
      id: String(copy.place),
      messagesAdded: [{ message: { ...(await brief(store, copy)), labelIds: LABELS[copy.folder] } }],
    })),
  );
  const more = later.length > size ? { nextPageToken: String(lastPlace(shown)) } : {};
  return { ...(records.length > 0 && { history: records }), ...more, historyId: String(lastPlace(copies)) };
}

async function send(options: ProviderOptions, { grant, request, reply }: Context): Promise<object | null> {
  const { faults, store } = options;
  const raw = request.body as Buffer;
  const mail = await PostalMime.parse(raw);
  const to = (mail.to ?? []).flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
  if (to.length === 0) return invalidArgument(reply, 'Recipient address required');
  const fault = faults.take(
    'limit',
    'user_limit',
    'mailbox_full',
    'temporary',
    'permanent',
    'drop_after_dot',
    'drop_unkept',
    'error_after_keeping',
    'slow',
  );
  if (fault?.fault === 'limit') return tooMany(reply, fault.milliseconds);
  if (fault?.fault === 'user_limit') return userLimit(reply, fault.milliseconds);
  if (fault?.fault === 'mailbox_full') return mailboxFull(reply);
  if (fault?.fault === 'temporary') return backendError(reply);
  if (fault?.fault === 'permanent') return invalidArgument(reply, 'Invalid message');
  if (fault?.fault === 'slow') await faults.delay(fault.milliseconds);
  if (fault?.fault === 'drop_unkept') return drop(request);
  const [stored] = await store.put({
    raw: withSender(withHeader(raw, 'Message-ID', `<CA${randomUUID()}@mail.gmail.com>`), options.users, grant.address),
    via: 'api',
    countAs: mail.headers.find(({ key }) => key === 'x-headwater-id')?.value ?? mail.messageId,
    envelope: { from: grant.address, to },
    places: [
      { mailbox: grant.address, folder: 'Sent', flags: ['\\Seen'] },
      ...to.map((mailbox) => ({ mailbox, folder: 'INBOX' as const, flags: [] })),
    ],
  });
  if (fault?.fault === 'drop_after_dot') return drop(request);
  if (fault?.fault === 'error_after_keeping') return backendError(reply);
  const copy: Copy = { folder: 'Sent', message: stored!, place: 0 };
  return { ...(await brief(store, copy)), labelIds: ['SENT'] };
}

/** Like Gmail, replaces a foreign From by the account's address. */
function withSender(raw: Buffer, users: SandboxUser[], address: string): Buffer {
  const from = headersOf(raw).find(({ name }) => name.toLowerCase() === 'from')?.value ?? '';
  const known = [address, ...users.filter((user) => user.address.toLowerCase() === address).map((user) => aliasOf(user).address)];
  return known.some((own) => from.toLowerCase().includes(own)) ? raw : withHeader(raw, 'From', address);
}

function drop(request: FastifyRequest): null {
  request.raw.socket.destroy();
  return null;
}
