import type { OpenAPI } from '@orpc/openapi';
import { catalogue, type Entry, type MessageKey, message } from '@headwater/contract/errors';
import type { RouteMeta } from '@headwater/contract/route';

export interface Declared {
  method: string;
  path: string;
  meta: RouteMeta;
  takesInput: boolean;
}

const code: OpenAPI.SchemaObject = {
  anyOf: [{ type: 'string' }, { type: 'integer' }],
  description: 'A stable word, or the number of the specification',
};
const detail: OpenAPI.SchemaObject = { type: 'string', description: 'One sentence in the language of the person' };
const messages: OpenAPI.SchemaObject = { type: 'array', items: { type: 'string' }, minItems: 1 };

export const errorSchemas: Record<'Error' | 'ChatError' | 'FieldErrors', OpenAPI.SchemaObject> = {
  Error: { type: 'object', properties: { detail, code }, required: ['detail', 'code'], additionalProperties: false },
  ChatError: {
    type: 'object',
    description: 'Of the messenger; some also say seconds, attempts that are left or a hint',
    properties: { detail, code, error: { type: 'string', description: 'The code' }, message: detail },
    required: ['detail', 'code', 'error', 'message'],
  },
  FieldErrors: {
    type: 'object',
    description: 'Fields and what is wrong with them; `non_field_errors` is the form as a whole',
    properties: { code: { anyOf: [{ type: 'string', description: 'A stable word for what all fields say' }, messages] } },
    minProperties: 1,
    additionalProperties: messages,
  },
};

const ref = (name: keyof typeof errorSchemas) => ({ $ref: `#/components/schemas/${name}` });
const answer = (description: string, schema: object, headers?: object) => ({
  description,
  content: { 'application/json': { schema } },
  ...(headers ? { headers } : {}),
});

const retryAfter = { 'retry-after': { description: 'Seconds', schema: { type: 'integer' } } };

const entryOf = (key: MessageKey): Entry => catalogue[key];

const dataSchema = (key: MessageKey, shows: readonly string[]): OpenAPI.SchemaObject => ({
  type: 'object',
  properties: {
    detail,
    code: { const: entryOf(key).code ?? key },
    ...Object.fromEntries(shows.map((name) => [name, { type: 'integer' }])),
  },
  required: ['detail', 'code', ...shows],
  additionalProperties: false,
});

const dataSchemas = ({ errors = [] }: RouteMeta): OpenAPI.SchemaObject[] =>
  errors.flatMap((key) => {
    const { status, shows } = entryOf(key);
    return status === 400 && shows ? [dataSchema(key, shows)] : [];
  });

function ownStatuses({ errors = [] }: RouteMeta): Map<number, string> {
  const found = new Map<number, string>();
  for (const key of errors) {
    const { status } = entryOf(key);
    if (status === 400) continue;
    const line = `${key}: ${message(key, 'en')}`;
    found.set(status, found.has(status) ? `${found.get(status)}; ${line}` : line);
  }
  return found;
}

export function errorResponses({ method, path, meta, takesInput }: Declared): OpenAPI.ResponsesObject {
  const isRead = method === 'GET';
  const one = ref(meta.errorsAsChat ? 'ChatError' : 'Error');
  const plain = (description: string, headers?: object) => answer(description, one, headers);
  const wrong = meta.errorsAsList
    ? { oneOf: [{ type: 'array', items: { oneOf: [ref('FieldErrors'), ref('Error')] } }, ref('Error')] }
    : { oneOf: [ref('FieldErrors'), one, ...dataSchemas(meta)] };
  const isPublic = meta.access === 'public';
  const namesThing = path.includes('{') || takesInput;
  const own = [...ownStatuses(meta)].map(([status, description]) => [status, plain(description)]);
  const responses: Record<string, object> = {
    ...Object.fromEntries(own),
    400: answer('A field, or the request as a whole, is wrong', wrong),
    ...(isPublic ? {} : { 401: plain('Nobody is signed in') }),
    ...(isPublic && isRead && !meta.csrf ? {} : { 403: plain('No access, or no CSRF token') }),
    ...(namesThing || !isRead ? { 404: plain('The thing does not exist, or is not for this person') } : {}),
    406: plain('Another version of the API is asked for'),
    ...(isRead ? {} : { 408: plain('The body took too long to arrive') }),
    ...(isRead && !namesThing ? {} : { 409: plain('It has changed since, is busy, or is not ready for this') }),
    ...(namesThing ? { 410: plain('The person was erased, or the file was deleted') } : {}),
    413: plain('The body is too large'),
    ...(isRead ? {} : { 415: plain('The body is of another type') }),
    421: answer('Another host is asked for', ref('Error')),
    429: plain('Too many requests', retryAfter),
    500: plain('A defect'),
    503: plain('The service, or a part of it, cannot answer now', retryAfter),
    507: plain('The disk of the server is full'),
    504: plain('It takes too long'),
  };
  return responses as OpenAPI.ResponsesObject;
}
