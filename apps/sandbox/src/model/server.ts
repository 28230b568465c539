import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../clock.ts';
import type { Faults } from '../mail/faults.ts';
import { createAnswers, type Question } from './answer.ts';
import { broken, keyRefused, modelUnknown, requestRefused, tooMany } from './errors.ts';

/** Address for the demo: `http://127.0.0.1:PORT/v1`. */
export const SANDBOX_MODEL = { name: 'headwater-sandbox', key: 'sk-headwater-sandbox' } as const;

export interface ModelOptions {
  faults: Faults;
  delay: number;
}

interface Completion {
  model?: unknown;
  messages?: unknown;
  stream?: unknown;
  response_format?: { type?: unknown; json_schema?: { name?: unknown } } | null;
}

export function registerModel(app: FastifyInstance, { faults, delay }: ModelOptions): void {
  const answer = createAnswers();
  app.get('/v1/models', (request, reply) =>
    isKnown(request)
      ? reply.send({ object: 'list', data: [{ id: SANDBOX_MODEL.name, object: 'model', created: 0, owned_by: 'headwater' }] })
      : keyRefused(reply),
  );
  app.post<{ Body: Completion | null }>('/v1/chat/completions', async (request, reply) => {
    if (!isKnown(request) || faults.take('model_key')) return keyRefused(reply);
    const limit = faults.take('model_limit');
    if (limit) return tooMany(reply, limit.milliseconds);
    const question = readQuestion(request.body);
    if ('param' in question) return requestRefused(reply, question.param, question.message);
    if (question.model !== SANDBOX_MODEL.name) return modelUnknown(reply, question.model);
    const content = faults.take('model_refuse') ? undefined : answer(question);
    if (content === undefined) return requestRefused(reply, 'messages', 'The templates of this model know no answer to this question.');
    await wait(faults.take('model_slow')?.milliseconds ?? delay);
    if (faults.take('model_error')) return broken(reply);
    const isCut = faults.take('model_cut') !== null;
    return complete(reply, question, { content: isCut ? content.slice(0, 20) : content, reason: isCut ? 'length' : 'stop' });
  });
}

const isKnown = ({ headers }: FastifyRequest): boolean => headers.authorization === `Bearer ${SANDBOX_MODEL.key}`;

type Read = (Question & { model: string; isStream: boolean }) | { param: string; message: string };

function readQuestion(body: Completion | null): Read {
  const { model, messages, stream, response_format: format } = body ?? {};
  if (typeof model !== 'string' || model === '') return { param: 'model', message: 'You must provide a model parameter.' };
  const contents = new Map<unknown, string>();
  for (const one of Array.isArray(messages) ? messages : []) {
    const { role, content } = (one ?? {}) as { role?: unknown; content?: unknown };
    if (typeof content === 'string') contents.set(role, content);
  }
  const input = contents.get('user');
  if (input === undefined) return { param: 'messages', message: "Missing required parameter: 'messages'." };
  const schema = format?.type === 'json_schema' ? String(format.json_schema?.name ?? '') : undefined;
  return { model, isStream: stream === true, task: contents.get('system') ?? '', input, schema };
}

const tokens = (text: string): number => Math.ceil(text.length / 4);

function complete(
  reply: FastifyReply,
  { model, task, input, isStream }: Question & { model: string; isStream: boolean },
  { content, reason }: { content: string; reason: 'stop' | 'length' },
): FastifyReply {
  const [promptTokens, contentTokens] = [tokens(task + input), tokens(content)];
  const usage = { prompt_tokens: promptTokens, completion_tokens: contentTokens, total_tokens: promptTokens + contentTokens };
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(now().getTime() / 1000), model };
  if (!isStream) {
    const choice = { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: reason };
    return reply.send({ ...head, object: 'chat.completion', choices: [choice], usage });
  }
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const words = content.match(/\S+\s*|\s+/g) ?? [];
  const events = [chunk({ role: 'assistant', content: '' }, null), ...words.map((word) => chunk({ content: word }, null))];
  return reply.type('text/event-stream').send([...events, chunk({}, reason), 'data: [DONE]\n\n'].join(''));
}
