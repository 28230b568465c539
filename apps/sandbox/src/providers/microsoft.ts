import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import type { FolderName } from '../mail/store.ts';
import { aliasOf } from '../mail/users.ts';
import { copiesOf, idOf, lastPlace, type Copy } from './account.ts';
import { createUploads, type DraftFile, withFiles } from './draft-files.ts';
import type { ProviderOptions } from './gmail.ts';
import type { Grant } from './grants.ts';
import {
  badRequest,
  denied,
  gone,
  itemNotFound,
  quotaExceeded,
  sendAsDenied,
  throttled,
  unauthorised,
  unavailable,
} from './microsoft-errors.ts';

type Draft = { id: string; raw: Buffer; internetMessageId: string; owner: string; files: DraftFile[] };
type Context = { grant: Grant; request: FastifyRequest; reply: FastifyReply };
type GraphOptions = ProviderOptions & { drafts: Map<string, Draft> };

const me = '/microsoft/v1.0/me';
const maxBytes = 4 * 1024 * 1024;
const FOLDER_NAMES: Record<string, FolderName> = { inbox: 'INBOX', junkemail: 'Junk', sentitems: 'Sent' };
const folderIds = { INBOX: 'folder-inbox', Junk: 'folder-junk', Sent: 'folder-sent' } as const;
const draftsId = 'folder-drafts';

/** The part of Microsoft Graph v1.0 that Headwater uses. */
export function registerGraph(app: FastifyInstance, provider: ProviderOptions): void {
  const options: GraphOptions = { ...provider, drafts: new Map() };
  type Handler = (context: Context) => Promise<unknown>;
  const guarded = (right: string, handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const grant = options.grants.find((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!grant) return unauthorised(reply);
    if (!grant.scopes.some((scope) => scope.endsWith(`/${right}`))) return denied(reply);
    return (await handle({ grant, request, reply })) ?? reply;
  };
  app.get(
    me,
    guarded('User.Read', async ({ grant }) => ({
      mail: grant.address,
      userPrincipalName: grant.address,
      displayName: '',
      proxyAddresses: ['sip:user@sandbox.test', ...ownAddresses(provider, grant).map((address) => `smtp:${address}`)],
    })),
  );
  app.post(
    `${me}/messages`,
    { bodyLimit: maxBytes },
    guarded('Mail.ReadWrite', (context) => makeDraft(options, context)),
  );
  app.patch(
    `${me}/messages/:id`,
    guarded('Mail.ReadWrite', (context) => changeDraft(options, context)),
  );
  app.delete(
    `${me}/messages/:id`,
    guarded('Mail.ReadWrite', async ({ request, reply }) =>
      options.drafts.delete(paramOf(request)) ? reply.code(204).send() : itemNotFound(reply),
    ),
  );
  const startUpload = createUploads(app, '/microsoft/upload');
  app.post(
    `${me}/messages/:id/attachments`,
    { bodyLimit: maxBytes },
    guarded('Mail.ReadWrite', async ({ request, reply }) => {
      const { name = '', contentType = '', contentBytes = '' } = request.body as Record<string, string>;
      const draft = options.drafts.get(paramOf(request));
      draft?.files.push({ name, contentType, content: Buffer.from(contentBytes, 'base64') });
      return draft ? reply.code(201).send({ name }) : itemNotFound(reply);
    }),
  );
  app.post(
    `${me}/messages/:id/attachments/createUploadSession`,
    guarded('Mail.ReadWrite', async ({ request, reply }) => {
      const draft = options.drafts.get(paramOf(request));
      return draft ? startUpload(reply, request.body as object, (file) => void draft.files.push(file)) : itemNotFound(reply);
    }),
  );
  app.post(
    `${me}/messages/:id/send`,
    guarded('Mail.Send', (context) => send(options, context)),
  );
  app.get(
    `${me}/messages`,
    guarded('Mail.ReadWrite', (context) => filter(options, context)),
  );
  app.get(
    `${me}/messages/:id/$value`,
    guarded('Mail.ReadWrite', async ({ grant, request, reply }) => {
      const copy = copiesOf(options.store, grant.address).find((one) => idOf(one) === paramOf(request));
      return copy ? reply.type('text/plain').send(await options.store.raw(copy.message)) : itemNotFound(reply);
    }),
  );
  app.get(
    `${me}/mailFolders/drafts`,
    guarded('Mail.ReadWrite', async () => ({ id: draftsId })),
  );
  app.get(
    `${me}/mailFolders/:folder/messages/delta`,
    guarded('Mail.ReadWrite', (context) => delta(options, context)),
  );
}

const ownAddresses = ({ users }: Pick<ProviderOptions, 'users'>, { address }: Grant): string[] => [
  address,
  ...users.filter((user) => user.address.toLowerCase() === address).map((user) => aliasOf(user).address),
];

const paramOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
const query = (request: FastifyRequest, name: string): string => String((request.query as Record<string, unknown>)[name] ?? '');

/** A text/plain body is a complete message in base64. */
async function makeDraft({ drafts }: GraphOptions, { grant, request, reply }: Context): Promise<unknown> {
  if (typeof request.body !== 'string') return badRequest(reply, 'UnableToDeserializePostBody', 'were unable to deserialize');
  const raw = Buffer.from(request.body, 'base64');
  const mail = await PostalMime.parse(raw);
  const draft = {
    id: `draft-${randomUUID()}`,
    raw,
    internetMessageId: mail.messageId ?? `<${randomUUID()}@sandbox.test>`,
    owner: grant.address,
    files: [],
  };
  drafts.set(draft.id, draft);
  const { id, internetMessageId } = draft;
  return reply.code(201).send({ id, internetMessageId, isDraft: true, subject: mail.subject ?? '', parentFolderId: draftsId });
}

async function changeDraft({ drafts }: GraphOptions, { request, reply }: Context): Promise<unknown> {
  const draft = drafts.get(paramOf(request));
  if (!draft) return itemNotFound(reply);
  draft.internetMessageId = (request.body as { internetMessageId?: string }).internetMessageId ?? draft.internetMessageId;
  return { id: draft.id, internetMessageId: draft.internetMessageId, isDraft: true };
}

async function send({ drafts, faults, store, users }: GraphOptions, { grant, request, reply }: Context): Promise<unknown> {
  const draft = drafts.get(paramOf(request));
  if (draft?.owner !== grant.address) return itemNotFound(reply);
  const mail = await PostalMime.parse(draft.raw);
  // Like Exchange, rejects a sender that is not an address of the account.
  const from = mail.from?.address?.toLowerCase() ?? '';
  if (!ownAddresses({ users }, grant).includes(from)) return sendAsDenied(reply);
  const to = (mail.to ?? []).flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
  const fault = faults.take(
    'limit',
    'mailbox_full',
    'temporary',
    'permanent',
    'drop_after_dot',
    'drop_unkept',
    'error_after_keeping',
    'slow',
  );
  if (fault?.fault === 'limit') return throttled(reply, fault.milliseconds);
  if (fault?.fault === 'mailbox_full') return quotaExceeded(reply);
  if (fault?.fault === 'temporary') return unavailable(reply);
  if (fault?.fault === 'permanent' || to.length === 0)
    return badRequest(reply, 'ErrorInvalidRecipients', 'At least one recipient is not valid.');
  if (fault?.fault === 'slow') await faults.delay(fault.milliseconds);
  if (fault?.fault === 'drop_unkept') return drop(request);
  drafts.delete(draft.id);
  await store.put({
    raw: withFiles(draft.raw, draft.files),
    via: 'api',
    envelope: { from: grant.address, to },
    places: [
      { mailbox: grant.address, folder: 'Sent', flags: ['\\Seen'] },
      ...to.map((mailbox) => ({ mailbox, folder: 'INBOX' as const, flags: [] })),
    ],
  });
  if (fault?.fault === 'drop_after_dot') return drop(request);
  return fault?.fault === 'error_after_keeping' ? unavailable(reply) : reply.code(202).send();
}

function drop(request: FastifyRequest): null {
  request.raw.socket.destroy();
  return null;
}

async function filter({ drafts, store }: GraphOptions, { grant, request, reply }: Context): Promise<unknown> {
  const [, messageId] = /^internetMessageId eq '(.*)'$/.exec(query(request, '$filter')) ?? [];
  if (messageId === undefined)
    return badRequest(reply, 'ErrorInvalidUrlQueryFilter', 'The query filter contains one or more invalid nodes.');
  const id = messageId.replaceAll("''", "'");
  const copies = copiesOf(store, grant.address)
    .filter(({ message }) => message.messageId === id)
    .map((copy) => ({ id: idOf(copy), isDraft: false, parentFolderId: folderIds[copy.folder] }));
  const waiting = [...drafts.values()]
    .filter((draft) => draft.owner === grant.address && draft.internetMessageId === id)
    .map((draft) => ({ id: draft.id, isDraft: true, parentFolderId: draftsId }));
  return { value: [...copies, ...waiting] };
}

/** Tokens contain the position in the history and the parameters of the first request. */
async function delta({ store, forgotten }: GraphOptions, { grant, request, reply }: Context): Promise<unknown> {
  const name = (request.params as { folder: string }).folder;
  const folder = FOLDER_NAMES[name.toLowerCase()];
  if (!folder) return itemNotFound(reply);
  const copies = copiesOf(store, grant.address);
  const token = query(request, '$skiptoken') || query(request, '$deltatoken');
  const [, since] = /receivedDateTime ge (\S+)/.exec(query(request, '$filter')) ?? [];
  const from = token === '' ? 0 : Number(token);
  if (token !== '' && from < (forgotten.get(grant.address) ?? 0)) return gone(reply);
  const size = Number(/odata\.maxpagesize=(\d+)/.exec(String(request.headers.prefer ?? ''))?.[1] ?? '10');
  const later = copies.filter((copy) => copy.folder === folder && copy.place > from && (since === undefined || copy.message.at >= since));
  const shown = later.slice(0, size);
  const base = `http://${request.host}${me}/mailFolders/${name}/messages/delta`;
  const link =
    later.length > size
      ? { '@odata.nextLink': `${base}?$skiptoken=${lastPlace(shown)}${since ? `&$filter=receivedDateTime ge ${since}` : ''}` }
      : { '@odata.deltaLink': `${base}?$deltatoken=${lastPlace(copies)}` };
  return { ...link, value: shown.map(describe) };
}

const describe = (copy: Copy) => ({ id: idOf(copy), isDraft: false, receivedDateTime: copy.message.at });
