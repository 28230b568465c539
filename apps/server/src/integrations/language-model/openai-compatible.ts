import { FetchRefused, guardedFetch } from '#platform/fetch/guarded-fetch.ts';
import { type LanguageModel, LanguageModelError, type ModelQuestion } from '#platform/language-model.ts';
import { z } from 'zod';

export interface OpenAiCompatibleOptions {
  /** Up to and with the version: https://api.example.com/v1. */
  baseUrl: string;
  model: string;
  key?: string | undefined;
  timeoutMs: number;
}

const answered = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const maxAnswer = 256 * 1024;

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

/** Any server that speaks the chat completions of OpenAI. Its address is the administrator's own and may lie in the local network. */
export function createOpenAiCompatible({ baseUrl, model, key, timeoutMs }: OpenAiCompatibleOptions): LanguageModel {
  const address = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    async ask(question) {
      try {
        const { bytes } = await guardedFetch(address, {
          maxBytes: maxAnswer,
          timeoutMs,
          allows: () => true,
          signal: question.signal,
          post: {
            body: bodyOf(model, question),
            headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
          },
        });
        const parsed = answered.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
        const content = parsed.data?.choices[0]?.message.content;
        if (content === undefined) throw new LanguageModelError('the language model answered without a text');
        return content;
      } catch (error) {
        if (error instanceof LanguageModelError) throw error;
        const reason = error instanceof FetchRefused || error instanceof SyntaxError ? error.message : 'no answer';
        throw new LanguageModelError(`the language model failed: ${reason}`);
      }
    },
  };
}
