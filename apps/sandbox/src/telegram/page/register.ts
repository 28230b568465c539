import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms } from '../../ats/form.ts';
import { language } from '../../page/answer-page.ts';
import { type Html, page } from '../../page/html.ts';
import { findPerson, readAll, reply as answer, setBlocked } from '../candidate.ts';
import type { Telegram } from '../server.ts';
import { edit, react, remove, setOnline } from '../world/actions.ts';
import type { Dialog } from '../world/boxes.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { TELEGRAM_TEXTS } from './text.ts';
import { dialogPath, dialogView, overview, personView, REACTIONS } from './views.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const LARGEST_FORM = 9 * 1024 * 1024;
const LARGEST_FILE = 8 * 1024 * 1024;

type Params = { name: string; peer: string };
type Place = { person: Person; dialog: Dialog; other: Person };

export function registerTelegramPage(app: FastifyInstance, { world }: Telegram): void {
  acceptForms(app);
  app.get('/telegram', (request, reply) => show(request, reply, overview(language(request), world)));
  app.get<{ Params: Pick<Params, 'name'> }>('/telegram/:name', (request, reply) => {
    const person = findPerson(world, request.params.name);
    return person ? show(request, reply, personView(language(request), world, person)) : replyNotFound(request, reply);
  });
  app.get<{ Params: Params }>('/telegram/:name/:peer', (request, reply) => {
    const place = placeOf(world, request.params);
    return place ? show(request, reply, dialogView(language(request), world, { ...place, problem: '' })) : replyNotFound(request, reply);
  });
  app.get<{ Params: Params & { id: string } }>('/telegram/:name/:peer/files/:id', async (request, reply) => {
    const place = placeOf(world, request.params);
    const message = place && world.boxes.of(place.person.id).messages.get(Number(request.params.id));
    const file = message && message.fileId !== null ? world.files.find(message.fileId) : null;
    if (!file) return replyNotFound(request, reply);
    return reply
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .type('application/octet-stream')
      .send(await world.files.read(file, 0, file.size));
  });
  registerActions(app, world);
  registerReply(app, world);
  registerChanges(app, world);
}

function registerActions(app: FastifyInstance, world: World): void {
  const on = (name: string, act: (place: Place) => void) =>
    app.post<{ Params: Params }>(`/telegram/:name/:peer/${name}`, (request, reply) => {
      const place = placeOf(world, request.params);
      if (!place) return replyNotFound(request, reply);
      act(place);
      return reply.redirect(dialogPath(place.person, place.dialog), 303);
    });
  on('read', ({ person, other }) => void readAll(world, person, { other }));
  on('block', ({ person, other, dialog }) => setBlocked(world, { by: person, other, isBlocked: !dialog.isBlocked }));
  on('status', ({ person }) => setOnline(world, person, !person.isOnline));
}

function registerReply(app: FastifyInstance, world: World): void {
  app.post<{ Params: Params }>('/telegram/:name/:peer/reply', { bodyLimit: LARGEST_FORM }, async (request, reply) => {
    const place = placeOf(world, request.params);
    if (!place) return replyNotFound(request, reply);
    const words = TELEGRAM_TEXTS[language(request)];
    const refuse = (problem: string) => show(request, reply.code(400), dialogView(language(request), world, { ...place, problem }));
    const { text, file, replyTo } = await formOf(request);
    if (text.trim() === '' && !file) return refuse(words.needsText);
    if (file && file.bytes.length > LARGEST_FILE) return refuse(words.tooLarge);
    await answer(world, { from: place.person, to: place.other, text, file, replyTo });
    return reply.redirect(dialogPath(place.person, place.dialog), 303);
  });
}

type OfMessage = { Params: Params & { id: string }; Body: { text?: unknown } | null };

function registerChanges(app: FastifyInstance, world: World): void {
  const on = (name: string, act: (place: Place, change: { id: number; text: string }) => void) =>
    app.post<OfMessage>(`/telegram/:name/:peer/:id/${name}`, (request, reply) => {
      const place = placeOf(world, request.params);
      if (!place) return replyNotFound(request, reply);
      act(place, { id: Number(request.params.id), text: String(request.body?.text ?? '').replaceAll('\r\n', '\n') });
      return reply.redirect(dialogPath(place.person, place.dialog), 303);
    });
  on('edit', ({ person }, { id, text }) => void (text.trim() !== '' && edit(world, person.id, { id, text })));
  on('react', ({ person }, { id, text }) => {
    const known = world.boxes.of(person.id).messages.get(id)?.reactions?.[person.id];
    if (REACTIONS.includes(text)) react(world, person.id, { id, emoji: text === known ? null : text });
  });
  on('delete', ({ person }, { id }) => void remove(world, person.id, { ids: [id], revoke: true }));
}

const numberOf = (field: unknown): number | undefined => Number(field) || undefined;

async function formOf({ body, headers }: FastifyRequest) {
  if (!Buffer.isBuffer(body)) {
    const { text, reply_to: replyTo } = (body ?? {}) as { text?: unknown; reply_to?: unknown };
    return { text: String(text ?? ''), file: null, replyTo: numberOf(replyTo) };
  }
  const fields = await readForm(body, headers['content-type'] ?? '');
  if (!fields) return { text: '', file: null, replyTo: undefined };
  const file = fields.get('file');
  const isFile = file !== null && typeof file !== 'string' && file.size > 0;
  return {
    text: String(fields.get('text') ?? '').replaceAll('\r\n', '\n'),
    replyTo: numberOf(fields.get('reply_to')),
    file: isFile ? { name: file.name, mimeType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) } : null,
  };
}

async function readForm(body: Buffer, type: string) {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    return null;
  }
}

function placeOf(world: World, { name, peer }: Params): Place | null {
  const person = findPerson(world, name);
  const other = world.people.find(Number(peer));
  const dialog = person && world.boxes.of(person.id).dialogs.get(Number(peer));
  return person && other && dialog ? { person, other, dialog } : null;
}

function show(request: FastifyRequest, reply: FastifyReply, body: Html): FastifyReply {
  void reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8');
  return reply.send(page(language(request), TELEGRAM_TEXTS[language(request)].title, body));
}

const replyNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  show(request, reply.code(404), {
    html: `<p>${TELEGRAM_TEXTS[language(request)].notFound}</p><p><a href="/telegram">${TELEGRAM_TEXTS[language(request)].back}</a></p>`,
  });
