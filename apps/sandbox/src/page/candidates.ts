import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import type { MailClock } from '../clock.ts';
import { ANSWERS, type AnswerKind, sendAnswer } from '../mail/answer.ts';
import type { Arrival, MailStore } from '../mail/store.ts';

const most = 100;

type TimeBody = { at?: unknown } | null;
type AnswerBody = { number?: unknown; kind?: unknown; text?: unknown; language?: unknown; id?: unknown } | null;

/**
 * For demo candidates: reads their mail and answers. JSON only, so that forms of other sites cannot reach it.
 * - PUT /control/time `{"at": ISO 8601 | null}`: date of mail from now on; null: the system time
 * - GET /control/messages?after=0: up to 100 messages after that number, in order of arrival
 * - POST /control/answers `{"number", "kind", "text"?, "language"?, "id"?}`: the reader's action; the same `id` acts once
 */
export function registerCandidates(app: FastifyInstance, { store, clock }: { store: MailStore; clock: MailClock }): void {
  app.put<{ Body: TimeBody }>('/control/time', (request, reply) => {
    const { at } = request.body ?? {};
    const moment = at === null ? null : new Date(String(at));
    if (moment !== null && Number.isNaN(moment.getTime())) return reply.code(400).send({ at: ['A moment of ISO 8601, or null'] });
    clock.set(moment);
    return reply.code(204).send();
  });
  app.get<{ Querystring: { after?: string } }>('/control/arrivals', async (request) => {
    const after = Math.max(0, Math.floor(Number(request.query.after ?? '0')) || 0);
    return Promise.all(
      store
        .arrivals(after)
        .slice(0, most)
        .map((arrival) => shown(store, arrival)),
    );
  });
  app.post<{ Body: AnswerBody }>('/control/answers', async (request, reply) => {
    const { number, kind, text, language, id } = request.body ?? {};
    const isJson = request.headers['content-type']?.startsWith('application/json');
    const known: AnswerKind | undefined = ANSWERS.find((name) => name === kind);
    const [arrival] = Number.isInteger(number) && Number(number) > 0 ? store.arrivals(Number(number) - 1) : [];
    if (!isJson || !known || !arrival) return reply.code(400).send({ detail: `A number of a letter, and one of ${ANSWERS.join(', ')}` });
    const own = typeof id === 'string' && /^<[^<>\s]+>$/.test(id) ? id : undefined;
    const answer = { kind: known, text: String(text ?? ''), language: language === 'ru' ? ('ru' as const) : ('en' as const) };
    const received = { mailbox: arrival.mailbox, raw: await store.raw(arrival.message) };
    const target = await sendAnswer(store, received, { ...answer, id: own });
    return reply.code(target === null ? 409 : 204).send();
  });
}

async function shown(store: MailStore, { number, mailbox, message }: Arrival) {
  const mail = await PostalMime.parse(await store.raw(message));
  const { subject = '', html = '', messageId = '' } = mail;
  const unsubscribe = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return { number, to: mailbox, at: message.at, from: mail.from?.address ?? '', subject, html, messageId, unsubscribe };
}
