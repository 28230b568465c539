import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { SANDBOX_MODEL } from './server.ts';

let directory: string;
let sandbox: Sandbox;

const url = (path: string): string => `http://127.0.0.1:${sandbox.ports.http}${path}`;
const own = { authorization: `Bearer ${SANDBOX_MODEL.key}`, 'content-type': 'application/json' };
const facts = { position: 'Data engineer', company: 'Acme', responsibilities: 'Builds pipelines' };
const asked = {
  model: SANDBOX_MODEL.name,
  messages: [
    { role: 'system', content: 'You write descriptions of vacancies. Write one in English, whatever language the facts are in.' },
    { role: 'user', content: JSON.stringify(facts) },
  ],
};
const ask = (body: unknown = asked, headers: Record<string, string> = own): Promise<Response> =>
  fetch(url('/v1/chat/completions'), { method: 'POST', headers, body: JSON.stringify(body) });
const fault = (body: object): Promise<Response> =>
  fetch(url('/control/faults'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-model-'));
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [] });
});
beforeEach(() => fetch(url('/control/faults'), { method: 'DELETE' }));
afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

it('[AIO-029] lists its model and answers in the chat completions format, with usage', async () => {
  const { data } = (await (await fetch(url('/v1/models'), { headers: own })).json()) as { data: object[] };
  expect(data).toEqual([expect.objectContaining({ id: 'headwater-sandbox', object: 'model' })]);
  const answer = await ask();
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } };
  expect(body).toMatchObject({
    object: 'chat.completion',
    model: 'headwater-sandbox',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: expect.stringContaining('- Builds pipelines') } }],
  });
  expect(body.usage.prompt_tokens).toBeGreaterThan(10);
  expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens + body.usage.completion_tokens);
});

it('[AIO-029] streams the same content on request', async () => {
  const answer = await ask({ ...asked, stream: true });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events = (await answer.text()).split('\n\n').filter(Boolean);
  expect(events.at(-1)).toBe('data: [DONE]');
  type Chunk = { choices: { delta: { content?: string }; finish_reason: string | null }[] };
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace('data: ', '')) as Chunk);
  const text = chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('');
  expect(text).toMatch(/Acme[\s\S]+What you will do\n- Builds pipelines/);
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
});

it.each([
  ['another key', 401, 'invalid_api_key', () => ask(asked, { ...own, authorization: 'Bearer sk-other' })],
  ['no key, for the list', 401, 'invalid_api_key', () => fetch(url('/v1/models'))],
  ['another model', 404, 'model_not_found', () => ask({ ...asked, model: 'gpt' })],
  ['no model', 400, null, () => ask({ messages: asked.messages })],
  ['no messages', 400, null, () => ask({ model: SANDBOX_MODEL.name })],
  ['an unknown question', 400, null, () => ask({ ...asked, messages: [{ role: 'user', content: 'Who are you?' }] })],
  [
    'an unknown schema',
    400,
    null,
    () => ask({ ...asked, response_format: { type: 'json_schema', json_schema: { name: 'search_conditions' } } }),
  ],
] as const)('[AIO-029] rejects %s with %i in the format of OpenAI', async (...[, status, code, send]) => {
  const answer = await send();
  expect(answer.status).toBe(status);
  const { error } = (await answer.json()) as { error: { message: string; param: string | null } };
  expect(error).toMatchObject({ type: 'invalid_request_error', code });
  expect(error.message).not.toBe('');
  expect(error.param === null).toBe(status !== 400);
});

it('[AIO-029] simulates a limit, a wrong key, a refusal, an error, an incomplete answer, and a delay', async () => {
  await fault({ fault: 'model_limit', milliseconds: 1500 });
  const limited = await ask();
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
  expect(await limited.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  for (const [name, status] of [
    ['model_key', 401],
    ['model_refuse', 400],
    ['model_error', 500],
  ] as const) {
    await fault({ fault: name });
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } });
  }
  await fault({ fault: 'model_cut' });
  expect(await (await ask()).json()).toMatchObject({
    choices: [{ finish_reason: 'length', message: { content: expect.stringMatching(/^.{20}$/s) } }],
  });
  await fault({ fault: 'model_slow', milliseconds: 300 });
  const before = performance.now();
  expect((await ask()).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThanOrEqual(295);
});
