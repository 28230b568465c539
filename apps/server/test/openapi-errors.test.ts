import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleWith, type Ids, type Route, routes } from './contract-routes.ts';
import { ownErrors } from './documented.ts';
import { apiScopes } from '@headwater/domain/api-scopes';
import { isProof, sampleOf } from '@headwater/domain/testing/sample';
import { type Caller, useSharedInstallation } from './installation.ts';

const here = useSharedInstallation();
const missingId = 987_654_321;

interface Operation {
  tags: string[];
  security: Record<string, string[]>[];
  responses: Record<string, { content?: { 'application/json'?: { schema: object } } }>;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, { in: string; name: string }> };
}

let document: Document;
let admin: Caller;
let manager: Caller;

beforeAll(async () => {
  document = (await here.app.inject({ url: '/api/schema/' })).json();
  const company = await here.addCompany({ features: { has_messaging: true, has_sequences: true, has_gpt: true, has_ats: true } });
  admin = await here.signIn(await here.addUser(company, 'admin'));
  manager = await here.signIn(await here.addUser(company, 'hm'));
});

/** Replaces references by their targets. */
const inlined = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return inlined(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlined(value)]));
};

let calls = 0;
const answered = new Set<number>();
const missing = (route: Route): Ids => new Map(route.slots.map((slot) => [slot, missingId]));

const urlOf = ({ path }: Route) => path.replace(/\{\w+\}/g, String(missingId));

/** A request with the route's example and ids without rows. */
function exampleRequest(route: Route): InjectOptions {
  const example = exampleWith(route, missing(route));
  const query = new URLSearchParams(example as Record<string, string>).toString();
  const url = urlOf(route);
  return route.method === 'GET' ? { method: 'GET', url: `${url}?${query}` } : { method: route.method, url, payload: example };
}

/** Requests that every route rejects. */
const refusedRequests = (route: Route): [Caller, InjectOptions][] => [
  [admin, { ...exampleRequest(route), headers: { accept: 'application/json; version=9.9' } }],
  [admin, { ...exampleRequest(route), headers: { host: 'evil.test' } }],
  [admin, { method: route.method, url: urlOf(route), headers: { 'content-length': '99999999' } }],
];

/** Requests with one error each. */
function* wrongRequests(route: Route): Generator<[Caller, InjectOptions]> {
  const [url, right, { method }] = [urlOf(route), exampleRequest(route), route];
  const example = exampleWith(route, missing(route));
  const json = { 'content-type': 'application/json' };
  yield [here.visitor(), right];
  yield [manager, right];
  yield [admin, right];
  yield [admin, { ...right, headers: { 'x-csrftoken': '' } }];
  if (method === 'GET') {
    yield [admin, { method, url: `${url}?${'a=1&'.repeat(1200)}` }];
    for (const name of ['page', 'limit', 'id', 'q']) yield [admin, { method, url: `${url}?${name}=%00` }];
    return;
  }
  const send = (payload: string, headers: Record<string, string>): [Caller, InjectOptions] => [admin, { method, url, payload, headers }];
  yield send('{"half', json);
  yield send('[1]', json);
  yield send('{}', json);
  yield send(`[${'0,'.repeat(30_000)}0]`, json);
  yield send('<a/>', { 'content-type': 'text/xml' });
  yield send(JSON.stringify(Object.fromEntries(Object.keys(example).map((field) => [field, { a: [null] }]))), json);
}

/** All schemas of a document: named ones, of parameters, and of bodies. */
function schemasIn(node: unknown): object[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'schemas') return Object.values(value as object) as object[];
    return key === 'schema' ? [value as object] : schemasIn(value);
  });
}

const validators = new Map<string, z.ZodType>();

/** Cached, because routes share most error schemas. */
function validatorOf(schema: object): z.ZodType {
  const text = JSON.stringify(schema);
  const known = validators.get(text) ?? z.fromJSONSchema(inlined(schema) as Parameters<typeof z.fromJSONSchema>[0]);
  validators.set(text, known);
  return known;
}

/** Describes a response that differs from the document. */
function faultOf(route: Route, status: number, body: unknown): string | undefined {
  const operation = document.paths[route.path.replaceAll('{+', '{')]?.[route.method.toLowerCase()];
  if (status < 400) return undefined;
  const schema = operation?.responses[String(status)]?.content?.['application/json']?.schema;
  if (!schema) return `${status} is not documented: ${JSON.stringify(body)}`;
  return validatorOf(schema).safeParse(body).success ? undefined : `${status} does not fit: ${JSON.stringify(body)}`;
}

const tested = routes.filter((route) => !route.isStream && route.name !== 'accounts.signOut');

describe('the OpenAPI document', () => {
  // Proofs send all requests.
  it.each(tested.map((route) => [route.name, route] as const))('[REQ-036] names the errors that %s answers', async (_name, route) => {
    const faults = new Set<string>();
    const statuses = new Set<number>();
    const requests = [...sampleOf(refusedRequests(route), 1, route.name), ...sampleOf([...wrongRequests(route)], 2, route.name)];
    for (const [caller, options] of requests) {
      calls += 1;
      const { status, body } = await caller.send({ ...options, remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` });
      statuses.add(status);
      answered.add(status);
      const fault = faultOf(route, status, body);
      if (fault) faults.add(fault);
    }
    expect([...faults]).toEqual([]);
    // Without these statuses the requests would prove nothing.
    expect([406, 413, 421].filter((status) => statuses.has(status))).toHaveLength(isProof ? 3 : 1);
  });

  it('[REQ-042] contains the responses to invalid requests, each kind at least once', () => {
    for (const status of [400, 401, 403, 404, 406, 413, 415, 421]) expect(answered).toContain(status);
  });

  it('[API-010] [REQ-002] declares security and scopes of every operation', () => {
    expect(Object.keys(document.components.securitySchemes)).toEqual(['token', 'session', 'csrf']);
    expect(document.servers).toEqual([{ url: '/' }]);
    const scopes = new Set<string>();
    for (const { path, method, meta } of routes) {
      const { security = [], tags } = document.paths[path.replaceAll('{+', '{')]?.[method.toLowerCase()] ?? { tags: [] };
      const [ways, changes] = [security.map((one) => Object.keys(one).join('+')), method !== 'GET' || meta.csrf === true];
      const session = changes ? 'session+csrf' : 'session';
      const ofPeople = meta.personal ? [session] : ['token', session];
      const ofAll = changes ? ['csrf'] : [];
      expect([path, ways]).toEqual([path, meta.access === 'public' ? ofAll : ofPeople]);
      for (const scope of security[0]?.['token'] ?? []) scopes.add(scope);
      expect(tags).toHaveLength(1);
    }
    expect([...scopes].toSorted()).toEqual([...apiScopes].toSorted());
  });

  it('[REQ-036] is valid OpenAPI 3.1, and its schemas are valid JSON Schema 2020-12', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect([valid, errors]).toEqual([true, undefined]);
    const ajv = new Ajv2020({ strict: false });
    const faults = schemasIn(document).filter((schema) => !ajv.validateSchema(schema));
    expect(faults).toEqual([]);
  });

  it('contains all items of tuples', () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"prefixItems":');
    expect(text).not.toMatch(/"items":\[/);
  });

  it('[REQ-036] declares errors with data, and statuses that only some routes answer', () => {
    const declared = new Set(routes.flatMap(({ meta }) => meta.errors ?? []));
    expect(ownErrors.map(([key]) => key).filter((key) => !declared.has(key))).toEqual([]);
    const responses = document.paths['/api/v6/profiles/create/']?.['post']?.responses ?? {};
    expect(responses['422']?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    const wrong = document.paths['/api/v6/profiles/export/csv/']?.['post']?.responses['400']?.content?.['application/json']?.schema;
    const body = { detail: 'Not enough', code: 'export_limit', count: 3, hidden: 2, available: 1, total: 5 };
    expect(validatorOf(wrong ?? {}).safeParse(body).success).toBe(true);
    for (const other of [
      { ...body, code: 'other' },
      { ...body, more: 1 },
    ])
      expect(validatorOf(wrong ?? {}).safeParse(other).success).toBe(false);
  });

  it('has valid references, and one lower bound per number', () => {
    const text = JSON.stringify(document);
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...named]));
    expect(text).not.toMatch(/"minimum":-?\d+(,"maximum":\d+)?,"exclusiveMinimum"/);
  });

  it('declares no success for routes without one', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(all.length).toBe(routes.length);
    for (const { responses } of all) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '429', '500']));
  });
});
