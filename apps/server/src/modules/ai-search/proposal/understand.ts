import { z } from 'zod';
import type { Lexicon } from '@headwater/domain/plain-query/lexicon';
import type { PlainQuery } from '@headwater/domain/plain-query/plain-query';
import { readPlainQuery } from '@headwater/domain/plain-query/read-plain-query';
import { structuredQuery } from '@headwater/domain/plain-query/to-query';
import { encodeFilters } from '@headwater/domain/query/filters-address';
import { encodeQuery } from '@headwater/domain/query/query-address';
import type { LanguageModel } from '#platform/language-model.ts';
import type { Log } from '#platform/log.ts';
import { loadLexicon } from '../lexicon/lexicon.ts';
import type { Understood } from '../store.ts';
import { localNames } from './local-names.ts';
import { modelAnswer, readModelAnswer, task } from './model-answer.ts';

interface PlainRequest {
  text: string;
  language: 'en' | 'ru';
  signal?: AbortSignal | undefined;
}

/** Linear time, because untrusted replies pass through it as well. */
export const withoutContacts = (text: string) =>
  text
    .replace(/(?<!\S)\S+@\S+/g, ' ')
    .replace(/(?:\+|\b)\d[\d\s().-]{7,40}\d\b/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ');

function understood(
  { slots, rest }: PlainQuery,
  { text, language }: PlainRequest,
): Pick<Understood, 'query' | 'filters' | 'levels' | 'rest'> {
  const { query, filters, levels } = structuredQuery({ slots });
  return {
    query: encodeQuery([{ type: 'AI', text }, ...localNames(query, language)]),
    filters: encodeFilters(filters),
    levels,
    rest: rest.slice(0, 20).map((part) => part.slice(0, 100)),
  };
}

export async function readRequest(request: PlainRequest): Promise<Understood> {
  const query = readPlainQuery(request.text, await loadLexicon());
  return { ...understood(query, request), madeBy: 'reader', modelFailed: false };
}

const schema = z.toJSONSchema(modelAnswer, { io: 'output' }) as Record<string, unknown>;

async function queryModel(model: LanguageModel, request: PlainRequest, lexicon: Lexicon): Promise<PlainQuery | undefined> {
  const answer = await model.ask({
    task,
    input: withoutContacts(request.text),
    answer: { name: 'search_conditions', schema },
    signal: request.signal,
  });
  const parsed = modelAnswer.parse(JSON.parse(answer.replace(/^```(?:json)?\s*|\s*```$/g, '')));
  const query = readModelAnswer(parsed, lexicon);
  return query.slots.length > 0 ? query : undefined;
}

/** Falls back to the built-in reader. */
export async function understandRequest(
  { model, log }: { model: LanguageModel | undefined; log: Log },
  request: PlainRequest,
): Promise<Understood> {
  if (!model) return readRequest(request);
  try {
    const query = await queryModel(model, request, await loadLexicon());
    if (query) return { ...understood(query, request), madeBy: 'model', modelFailed: false };
    log.warn('language model answer has no known condition');
  } catch (error) {
    if (request.signal?.aborted) throw error;
    log.warn({ reason: (error as Error).message.slice(0, 300) }, 'language model failed, using the built-in reader');
  }
  return { ...(await readRequest(request)), modelFailed: true };
}
