import type { tl } from '@mtcute/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attached, dialogsOf, findPerson, messagesOf, originalOf, readAll, reply as answer, setBlocked } from './candidate.ts';
import type { Fault } from './faults.ts';
import { endAuthorization } from './methods/authorizations.ts';
import { METHODS } from './methods/call.ts';
import { verifierOf } from './methods/srp.ts';
import type { Telegram } from './server.ts';
import { edit, react, remove, rename, setOnline } from './world/actions.ts';
import type { OtherMedia } from './world/boxes.ts';
import { isUsername, type Person } from './world/people.ts';
import type { World } from './world/world.ts';

/**
 * For tests and benchmarks; JSON only, so that forms of other sites cannot reach it. NAME is a username, or a phone with a plus sign.
 * - GET /control/telegram: client configuration
 * - GET /control/telegram/codes?phone=: sent codes, the newest first
 * - GET /control/telegram/people/NAME/messages: the person's messages
 * - POST .../reply `{"phone", "text", "reply_to"?: ID, "file"?: {"name", "mime_type", "base64", "as"?: "voice" | "video_message" | "sticker"},
 *   "contact"?: {"first_name", "last_name", "phone"}, "location"?: {"latitude", "longitude"}}`, .../read `{"phone", "max_id"?}`, .../block `{"phone", "blocked"}`,
 *   (`"makes": true` creates the person for a new username), .../edit `{"id", "text"}` (ids of `messages`), .../delete `{"id"}`, .../react `{"id", "emoji": TEXT | null}`, .../rename `{"username"}`, .../status `{"online"}`
 * - GET /control/telegram/accounts: signed-in accounts
 * - POST /control/telegram/accounts/PHONE/terminate, .../cut (closes connections), .../password `{"password": TEXT | null, "hint"?}`, .../freeze `{"frozen"?: true | false}`
 * - POST /control/telegram/faults `{"method", "phone"?, "times"?, "error"?, "fate"?, "milliseconds"?}`; GET lists active faults; DELETE clears them
 */
export function registerTelegramControl(app: FastifyInstance, telegram: Telegram): void {
  const { world } = telegram;
  app.get('/control/telegram', () => ({
    host: telegram.host,
    port: telegram.port,
    public_key: telegram.publicKey,
    api_id: telegram.application.id,
    api_hash: telegram.application.hash,
  }));
  app.get<{ Querystring: { phone?: string } }>('/control/telegram/codes', ({ query }) =>
    world.signIns.list(query.phone?.replaceAll(/\D/g, '')).map(({ phone, code, way, sentAt }) => ({ phone, code, way, sent_at: sentAt })),
  );
  registerFaults(app, world);
  registerPeople(app, world);
  registerAccounts(app, world);
}

const isJson = (request: FastifyRequest): boolean => request.headers['content-type']?.startsWith('application/json') ?? false;
const personNotFound = (reply: FastifyReply): FastifyReply => reply.code(404).send({ detail: 'Nobody of that name' });
const invalid = (reply: FastifyReply, errors: Record<string, string[]>): FastifyReply => reply.code(400).send(errors);

type FaultBody = { method?: unknown; phone?: unknown; times?: unknown; error?: unknown; fate?: unknown; milliseconds?: unknown } | null;
const FATES = ['sent', 'cut', 'lost', 'unheard'] as const;

function registerFaults(app: FastifyInstance, { faults }: World): void {
  app.get('/control/telegram/faults', () => faults.list());
  app.delete('/control/telegram/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.post<{ Body: FaultBody }>('/control/telegram/faults', (request, reply) => {
    const fault = faultOf(request.body ?? {});
    if (!isJson(request) || typeof fault === 'string') return invalid(reply, { fault: [String(fault)] });
    faults.add(fault);
    return reply.code(201).send(faults.list());
  });
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function faultOf(body: Exclude<FaultBody, null>): Fault | string {
  const { method, phone = null, times = 1, error = null, fate = 'sent', milliseconds = 0 } = body;
  const knownFate = FATES.find((one) => one === fate);
  if (typeof method !== 'string' || (method !== '*' && !METHODS.includes(method))) return `method is one of ${METHODS.join(', ')} or *`;
  if (!knownFate) return `fate is one of ${FATES.join(', ')}`;
  if (error !== null && (typeof error !== 'string' || !/^[A-Z][A-Z0-9_]+$/.test(error))) return 'error is a name as Telegram answers it';
  if (!isCount(times) || !isCount(milliseconds) || milliseconds > 60_000) return 'times and milliseconds are whole numbers';
  return { method, phone: phone === null ? null : String(phone).replaceAll(/\D/g, ''), times, error, fate: knownFate, milliseconds };
}

type NameParams = { name: string };
type PersonBody = {
  phone?: unknown;
  text?: unknown;
  file?: unknown;
  contact?: unknown;
  location?: unknown;
  max_id?: unknown;
  id?: unknown;
  makes?: unknown;
  reply_to?: unknown;
  blocked?: unknown;
  emoji?: unknown;
  username?: unknown;
  online?: unknown;
} | null;
type PersonAction = (person: Person, body: Exclude<PersonBody, null>, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

const LARGEST_BODY = 8 * 1024 * 1024;

function registerPeople(app: FastifyInstance, world: World): void {
  app.get<{ Params: NameParams }>('/control/telegram/people/:name/messages', ({ params }, reply) => {
    const person = findPerson(world, params.name);
    if (!person) return personNotFound(reply);
    const messages = dialogsOf(world, person).flatMap((dialog) =>
      messagesOf(world, person, dialog).map((message) => messageView(world, { person, dialog, message })),
    );
    return reply.send(messages.toSorted((one, other) => one.id - other.id));
  });
  const on = (name: string, act: PersonAction) =>
    app.post<{ Params: NameParams; Body: PersonBody }>(
      `/control/telegram/people/:name/${name}`,
      { bodyLimit: LARGEST_BODY },
      (request, reply) => {
        const known = findPerson(world, request.params.name);
        const person = known ?? (request.body?.makes === true ? world.people.byUsername(request.params.name) : null);
        if (!isJson(request)) return invalid(reply, { detail: ['JSON only'] });
        return person ? act(person, request.body ?? {}, reply) : personNotFound(reply);
      },
    );
  const byPhone = (phone: unknown): Person | null => world.people.byPhone(String(phone ?? '').replaceAll(/\D/g, ''));
  on('reply', async (from, { phone, text, file, contact, location, reply_to: replyTo }, reply) => {
    const to = byPhone(phone);
    if (!to) return personNotFound(reply);
    const attached = attachedOf(file);
    const other = otherOf({ contact, location });
    if (attached === undefined || (!attached && !other && String(text ?? '') === ''))
      return invalid(reply, { text: ['A text, or a file of name, mime_type and base64'] });
    const { id } = await answer(world, {
      from,
      to,
      text: String(text ?? ''),
      file: attached,
      other,
      replyTo: isCount(replyTo) ? replyTo : undefined,
    });
    return reply.code(201).send({ id });
  });
  on('read', (person, { phone, max_id: maxId = 0 }, reply) => {
    const from = byPhone(phone);
    if (!from) return personNotFound(reply);
    if (!isCount(maxId)) return invalid(reply, { max_id: ['The id of a message'] });
    readAll(world, person, { other: from, maxId });
    return reply.code(204).send();
  });
  on('edit', (person, { id, text }, reply) => {
    if (typeof text !== 'string' || text.trim() === '') return invalid(reply, { text: ['A text'] });
    if (!edit(world, person.id, { id: Number(id), text })) return invalid(reply, { id: ['The id of a message of theirs'] });
    return reply.code(204).send();
  });
  on('delete', (person, { id }, reply) => {
    if (remove(world, person.id, { ids: [Number(id)], revoke: true }).count === 0) return invalid(reply, { id: ['The id of a message'] });
    return reply.code(204).send();
  });
  on('react', (person, { id, emoji = null }, reply) => {
    if (emoji !== null && !isReaction(emoji)) return invalid(reply, { emoji: ['An emoji, or null'] });
    if (!react(world, person.id, { id: Number(id), emoji })) return invalid(reply, { id: ['The id of a message'] });
    return reply.code(204).send();
  });
  on('block', (by, { phone, blocked = true }, reply) => {
    const from = byPhone(phone);
    if (!from) return personNotFound(reply);
    setBlocked(world, { by, other: from, isBlocked: blocked === true });
    return reply.code(204).send();
  });
  on('rename', (person, { username }, reply) => {
    if (typeof username !== 'string' || !isUsername(username) || findPerson(world, username))
      return invalid(reply, { username: ['A username that nobody has'] });
    rename(world, person, username);
    return reply.code(204).send();
  });
  on('status', (person, { online }, reply) => {
    setOnline(world, person, online === true);
    return reply.code(204).send();
  });
}

const isReaction = (emoji: unknown): emoji is string => typeof emoji === 'string' && emoji !== '' && emoji.length <= 16;

type Shown = { person: Person; dialog: ReturnType<typeof dialogsOf>[number]; message: ReturnType<typeof messagesOf>[number] };

function messageView(world: World, { person, dialog, message }: Shown) {
  const file = message.fileId === null ? null : world.files.find(message.fileId);
  const original = originalOf(world, message);
  return {
    id: message.id,
    phone: world.people.find(message.peer)?.phone ?? null,
    out: message.isOut,
    date: message.date,
    text: message.text,
    reply_to: message.replyTo ?? null,
    file: file && { name: file.name, mime_type: file.mimeType, size: file.size },
    random_id: original?.randomId ?? null,
    read: message.isOut ? message.id <= dialog.readOutbox : message.id <= dialog.readInbox,
    username: person.username,
  };
}

function attachedOf(file: unknown): Attached | null | undefined {
  if (file === undefined || file === null) return null;
  const { name, mime_type: mimeType, base64, as } = file as Record<string, unknown>;
  if (typeof name !== 'string' || typeof base64 !== 'string') return undefined;
  const facts = { name, mimeType: typeof mimeType === 'string' ? mimeType : 'application/octet-stream' };
  const attributes = typeof as === 'string' ? ATTRIBUTES[as] : undefined;
  return { ...facts, bytes: Buffer.from(base64, 'base64'), ...(attributes && { attributes }) };
}

const ATTRIBUTES: Readonly<Record<string, tl.TypeDocumentAttribute[]>> = {
  voice: [{ _: 'documentAttributeAudio', voice: true, duration: 3 }],
  video_message: [{ _: 'documentAttributeVideo', roundMessage: true, duration: 3, w: 384, h: 384 }],
  sticker: [{ _: 'documentAttributeSticker', alt: '\u{1F44D}', stickerset: { _: 'inputStickerSetEmpty' } }],
};

function otherOf({ contact, location }: { contact: unknown; location: unknown }): OtherMedia | null {
  if (typeof contact === 'object' && contact !== null) {
    const { first_name: firstName, last_name: lastName, phone } = contact as Record<string, unknown>;
    return { kind: 'contact', firstName: String(firstName ?? ''), lastName: String(lastName ?? ''), phone: String(phone ?? '') };
  }
  if (typeof location === 'object' && location !== null) {
    const { latitude, longitude } = location as Record<string, unknown>;
    return { kind: 'location', latitude: Number(latitude), longitude: Number(longitude) };
  }
  return null;
}

type PhoneParams = { phone: string };

function registerAccounts(app: FastifyInstance, world: World): void {
  const { people, hub, boxes } = world;
  app.get('/control/telegram/accounts', () =>
    [...people.all()]
      .filter(({ phone }) => phone !== null)
      .map(({ id, phone }) => ({ id, phone, sessions: hub.keysOf(id).length, messages: boxes.of(id).messages.size })),
  );
  type Body = { password?: unknown; hint?: unknown; frozen?: unknown } | null;
  const on = (
    name: string,
    act: (person: Person, body: Exclude<Body, null>, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ) =>
    app.post<{ Params: PhoneParams; Body: Body }>(`/control/telegram/accounts/:phone/${name}`, (request, reply) => {
      const person = people.byPhone(request.params.phone.replaceAll(/\D/g, ''));
      return person ? act(person, request.body ?? {}, reply) : personNotFound(reply);
    });
  on('terminate', (person, _body, reply) => {
    const keys = hub.keysOf(person.id);
    for (const key of keys) endAuthorization(world, key);
    return reply.send({ terminated: keys.length });
  });
  on('cut', (person, _body, reply) => reply.send({ cut: hub.cut(person.id) }));
  on('freeze', (person, { frozen = true }, reply) => {
    person.frozenSince = frozen === true ? world.seconds() : null;
    people.save(person);
    return reply.code(204).send();
  });
  on('password', async (person, { password, hint }, reply) => {
    if (password !== null && typeof password !== 'string') return invalid(reply, { password: ['A text, or null'] });
    person.password = password === null ? null : await verifierOf(password, String(hint ?? ''));
    people.save(person);
    return reply.code(204).send();
  });
}
