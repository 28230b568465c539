import { ORPCError, ValidationError } from '@orpc/server';
import type { z } from 'zod';
import { catalogue, type Entry, type ErrorBody, type Language, message } from '@headwater/contract/errors';
import type { RouteMeta } from '@headwater/contract/route';
import { issueMessage } from '@headwater/contract/validation';
import { databaseFailure, storageFailure } from '#platform/database/failures.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  retryAfter?: number;
}

/** Omits `params`, `query` and `body`, and the index in a list that is one form field. */
function fieldName(path: readonly PropertyKey[], isPlain = true): string {
  const [first, ...rest] = path.map(String);
  if (first === undefined) return 'non_field_errors';
  const name = ['params', 'query', 'body'].includes(first) && rest.length > 0 ? rest : [first, ...rest];
  const isPlace = isPlain && name.length > 1 && /^\d+$/.test(name.at(-1) ?? '');
  return (isPlace ? name.slice(0, -1) : name).join('.');
}

/** Unstorable text: an error at its field, or 404 in the path. */
export function unstorableAnswer(paths: readonly (readonly string[])[], params: readonly string[]): AppError | FieldErrors {
  const names = paths.map((path) => fieldName(path));
  if (names.every((name) => params.includes(name))) return new AppError('not_found');
  return new FieldErrors(Object.fromEntries(names.map((name) => [name, 'field_invalid' as const])));
}

const sentAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (container, key) =>
      typeof container === 'object' && container !== null ? (container as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );

const isEmpty = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** An empty field counts as missing, also if its schema requires a number, an address or a date. */
const isMissing = (issue: z.core.$ZodIssue, input: unknown): boolean =>
  (issue.code === 'too_small' || issue.code === 'invalid_type' || issue.code === 'invalid_format') &&
  // ACC-060: some forms have their own text.
  issue.message !== 'field_required' &&
  issue.path.length > 0 &&
  isEmpty(sentAt(input, issue.path));

function fieldMap({ issues, input }: { issues: readonly z.core.$ZodIssue[]; input: unknown }, language: Language): ErrorBody {
  const body: Record<string, string[]> = {};
  for (const issue of issues) {
    const { path } = issue;
    const isPlain = typeof sentAt(input, path) !== 'object';
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => fieldName([...path, key])) : [fieldName(path, isPlain)];
    const text = isMissing(issue, input) ? message('field_empty', language) : issueMessage(issue, language);
    for (const name of names) {
      const known = (body[name] ??= []);
      if (!known.includes(text)) known.push(text);
    }
  }
  return body;
}

const onlyPath = (issues: readonly z.core.$ZodIssue[], params: readonly string[]) =>
  issues.length > 0 && issues.every((issue) => params.includes(String(issue.path[0] === 'params' ? issue.path[1] : issue.path[0])));

export function answerFor(error: unknown, language: Language, params: readonly string[] = []): ErrorAnswer | undefined {
  if (error instanceof AppError) {
    const { status, code, shows = [] } = catalogue[error.key] as Entry;
    const shown = Object.fromEntries(shows.flatMap((name) => (name in error.parts ? [[name, error.parts[name]] as const] : [])));
    const detail = message(error.key, language, error.parts);
    const body = { detail, code: code ?? error.key, ...shown };
    const { seconds } = error.parts;
    return { status, body, ...(typeof seconds === 'number' && (status === 429 || status === 503) ? { retryAfter: seconds } : {}) };
  }
  if (error instanceof FieldErrors) {
    const entries = Object.entries(error.fields).map(
      ([name, text]) => [name, [message(text.key, language, text.parts)]] satisfies [string, string[]],
    );
    return { status: 400, body: { ...Object.fromEntries(entries), ...(error.code ? { code: error.code } : {}) } };
  }
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    const issues = error.cause.issues as readonly z.core.$ZodIssue[];
    if (onlyPath(issues, params)) return { status: 404, body: { detail: message('not_found', language), code: 'not_found' } };
    return { status: 400, body: fieldMap({ issues, input: error.cause.data }, language) };
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return { status: 400, body: { detail: message('not_json', language), code: 'not_json' } };
  }
  const failure = storageFailure(error) ?? databaseFailure(error);
  return failure && answerFor(new AppError(failure), language);
}

/** TG-071: the format of the messenger API. Its client shows the first field error (TG-072). */
export function inShapeOf({ errorsAsChat }: RouteMeta, answer: ErrorAnswer): ErrorAnswer {
  const { detail, code } = answer.body;
  if (!errorsAsChat || typeof detail !== 'string' || code === undefined) return answer;
  return { ...answer, body: { ...answer.body, error: String(code), message: detail } };
}

export function defectAnswer(language: Language, { errorsAsChat: key = 'internal' }: RouteMeta = {}): ErrorAnswer {
  const { code = key } = catalogue[key] as Entry;
  return { status: 500, body: { detail: message(key, language), code } };
}
