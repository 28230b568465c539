import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, createCaller } from '#platform/fetch/api-caller.ts';
import { type LanguageModel, LanguageModelError, type ModelQuestion } from '#platform/language-model.ts';
import { z } from 'zod';

export interface OpenAiCompatibleOptions {
  /** Includes the version: https://api.example.com/v1. */
  baseUrl: string;
  model: string;
  key?: string | undefined;
  /** Per answer, including retries. */
  timeoutMs: number;
}

const answered = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const maxAnswer = 256 * 1024;
/** Rate limits and short outages are retried within the timeout. */
const passing: readonly number[] = [429, 502, 503];
const pauseMs = 1000;

const bodyOf = (model: string, { task, input, answer }: ModelQuestion) =>
  JSON.stringify({
    model,
    temperature: 0,
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: input },
    ],
    ...(answer ? { response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } } } : {}),
  });

/** Retry-After in seconds; a default for a date or a missing header. */
function pauseOf({ headers }: Answer): number {
  const seconds = Number(headers['retry-after'] ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : pauseMs;
}

function contentOf({ status, bytes }: Answer): string {
  if (status !== 200) throw new LanguageModelError(`the language model failed: answered ${status}`);
  const parsed = answered.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  const content = parsed.data?.choices[0]?.message.content;
  if (content === undefined) throw new LanguageModelError('the language model answered without a text');
  return content;
}

/** The operator chose the address, so it may be in the local network. */
export function createOpenAiCompatible({ baseUrl, model, key, timeoutMs }: OpenAiCompatibleOptions): LanguageModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const caller = createCaller({ timeoutMs, allows: () => true });
  return {
    async ask(question) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(question.signal ? [question.signal] : [])]);
      const call = () => caller.call({ method: 'POST', url, headers, body: bodyOf(model, question), maxBytes: maxAnswer, signal });
      try {
        let answer = await call();
        while (passing.includes(answer.status) && pauseOf(answer) < timeoutMs) {
          // oxlint-disable-next-line no-await-in-loop -- the requested pause
          await wait(pauseOf(answer), undefined, { signal });
          // oxlint-disable-next-line no-await-in-loop -- a retry after a refusal
          answer = await call();
        }
        return contentOf(answer);
      } catch (error) {
        if (error instanceof LanguageModelError) throw error;
        const reason = error instanceof SyntaxError ? error.message : 'no answer';
        throw new LanguageModelError(`the language model failed: ${reason}`, { cause: error });
      }
    },
  };
}
