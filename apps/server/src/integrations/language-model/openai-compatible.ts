import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, createCaller } from '#platform/fetch/api-caller.ts';
import { type LanguageModel, LanguageModelError, type ModelQuestion } from '#platform/language-model.ts';
import { z } from 'zod';

export interface OpenAiCompatibleOptions {
  /** Up to and with the version: https://api.example.com/v1. */
  baseUrl: string;
  model: string;
  key?: string | undefined;
  /** Of an answer, with the waits that the server asks for. */
  timeoutMs: number;
}

const answered = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const maxAnswer = 256 * 1024;
/** A server that is asked too often, or is not there for a moment, is asked again as long as there is time. */
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

/** How long the server asks to be left alone: seconds, as Retry-After says them; a moment where it says nothing, or a date. */
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

/** Any server that speaks the chat completions of OpenAI. Its address is the administrator's own and may lie in the local network. */
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
          // oxlint-disable-next-line no-await-in-loop -- the pause that the server asks for
          await wait(pauseOf(answer), undefined, { signal });
          // oxlint-disable-next-line no-await-in-loop -- asked again only when it has refused
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
