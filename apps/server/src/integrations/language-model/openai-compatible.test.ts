import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { descriptionLanguages } from '@headwater/contract/vacancy-descriptions';
import { type Sandbox, startSandbox } from '@headwater/sandbox/sandbox';
import { openLanguageModels } from '../../wiring/texts.ts';
import { readEnv } from '../../env.ts';
import { type Brief, promptOf, readMessage } from '#modules/message-generation/prompt.ts';
import { promptOf as descriptionQuestion } from '#modules/vacancy-descriptions/prompt.ts';
import { LanguageModelError } from '#platform/language-model.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';

let directory: string;
let sandbox: Sandbox;

const url = (path: string) => `http://127.0.0.1:${sandbox.ports.http}${path}`;
const model = (more: object = {}) =>
  createOpenAiCompatible({ baseUrl: url('/v1/'), model: 'headwater-sandbox', key: 'sk-headwater-sandbox', timeoutMs: 5000, ...more });
const demo = () => ({ httpPort: sandbox.ports.http });
const fault = (body: object) =>
  fetch(url('/control/faults'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const dueFaults = async () => (await (await fetch(url('/control/faults'))).json()) as unknown[];
const fields = {
  position: 'Data engineer',
  company_name: 'Acme',
  responsibilities: 'Builds pipelines',
  requirements: '',
  additional_info: '',
  language: 'en' as const,
};
const brief: Brief = {
  language: 'en',
  jobDescription: 'Data engineer, Acme\n\nBuilds pipelines in Go.',
  person: { first_name: 'Anna', positions: [{ title: 'Developer', company: 'Beta' }], skills: ['Go'] },
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headwater-model-'));
  sandbox = await startSandbox({ directory, smtpPort: 0, imapPort: 0, httpPort: 0, users: [] });
});
beforeEach(() => fetch(url('/control/faults'), { method: 'DELETE' }));
afterAll(async () => {
  await sandbox.stop();
  await rm(directory, { recursive: true });
});

describe('an OpenAI-compatible server', () => {
  it('[AIO-029] receives only the question, and answers it', async () => {
    expect(await model().ask(descriptionQuestion(fields))).toContain('- Builds pipelines');
  });

  it('[AIO-029] is retried after its Retry-After within the timeout', async () => {
    await fault({ fault: 'model_limit', milliseconds: 1000 });
    const before = performance.now();
    expect(await model().ask(descriptionQuestion(fields))).toContain('Acme');
    expect(performance.now() - before).toBeGreaterThanOrEqual(990);
    await fault({ fault: 'model_limit', milliseconds: 60_000 });
    await expect(model().ask(descriptionQuestion(fields))).rejects.toThrow(/429/);
  });

  it.each([
    ['model_key', /401/],
    ['model_refuse', /400/],
    ['model_error', /500/],
  ])('[AIO-028] fails once for %s', async (name, problem) => {
    await fault({ fault: name, times: 2 });
    const failed = model().ask(descriptionQuestion(fields));
    await expect(failed).rejects.toThrow(LanguageModelError);
    await expect(failed).rejects.toThrow(problem);
    expect(await dueFaults()).toEqual([expect.objectContaining({ fault: name, times: 1 })]);
  });

  it('[AIO-028] fails if it is late, unreachable, or the question is aborted', async () => {
    await fault({ fault: 'model_slow', milliseconds: 2000, times: 2 });
    await expect(model({ timeoutMs: 200 }).ask(descriptionQuestion(fields))).rejects.toThrow(LanguageModelError);
    const given = new AbortController();
    const waiting = model().ask({ ...descriptionQuestion(fields), signal: given.signal });
    given.abort();
    await expect(waiting).rejects.toThrow(LanguageModelError);
    await expect(model({ baseUrl: 'http://127.0.0.1:9/v1' }).ask(descriptionQuestion(fields))).rejects.toThrow(LanguageModelError);
  });
});

describe('model of the sandbox', () => {
  it('[AIO-006] [AIO-015] writes a description in every supported language', async () => {
    const texts = await Promise.all(descriptionLanguages.map((language) => model().ask(descriptionQuestion({ ...fields, language }))));
    for (const text of texts) expect(text).toMatch(/Data engineer[\s\S]+- Builds pipelines/);
    expect(new Set(texts).size).toBe(descriptionLanguages.length);
  });

  it('[AIO-019] [AIO-024] writes the requested messages in every language, also a reminder and an answer', async () => {
    const earlier = { subject: 'A job', knownSubject: 'A job' };
    const briefs = descriptionLanguages.flatMap((language): Brief[] => [
      { ...brief, language },
      { ...brief, language, earlier },
      { ...brief, language, earlier: { ...earlier, answer: 'Yes, gladly' } },
    ]);
    const bodies = await Promise.all(
      briefs.map(async (one) => {
        const message = readMessage(await model().ask(promptOf(one, 'warm')), one);
        expect(message?.subject).toMatch(one.earlier ? /^RE: A job$/ : /Data engineer, Acme/);
        expect(message?.body).toMatch(/^[^<]*Anna[^<]*<br \/><br \/>/);
        return message?.body;
      }),
    );
    expect(new Set(bodies).size).toBe(briefs.length);
  });

  it('[AIO-028] rejects an incomplete answer', async () => {
    await fault({ fault: 'model_cut' });
    expect(readMessage(await model().ask(promptOf(brief, 'short')), brief)).toBeUndefined();
  });
});

describe('configured model', () => {
  it('[AIO-029] is the sandbox’s in the demo only, for texts only, and only if no other is configured', async () => {
    expect(openLanguageModels(readEnv({}))).toEqual({ search: undefined, texts: undefined });
    const models = openLanguageModels(readEnv({}), demo());
    expect(models.search).toBeUndefined();
    expect(await models.texts?.ask(descriptionQuestion(fields))).toContain('Acme');
    expect(openLanguageModels(readEnv({ HEADWATER_MODEL_URL: 'none' }), demo())).toEqual({ search: undefined, texts: undefined });
    expect(openLanguageModels(readEnv({ HEADWATER_MODEL_URL: url('/v1') }), demo())).toEqual({ search: undefined, texts: undefined });
    const own = openLanguageModels(readEnv({ HEADWATER_MODEL_URL: 'http://127.0.0.1:9/v1', HEADWATER_MODEL_NAME: 'any' }), demo());
    expect(own.search).toBe(own.texts);
    await expect(own.texts?.ask(descriptionQuestion(fields))).rejects.toThrow(LanguageModelError);
    expect(() => readEnv({ HEADWATER_MODEL_URL: 'ftp://model' })).toThrow('HEADWATER_MODEL_URL is wrong');
  });
});
