import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAll } from './bulk.ts';
import { asSearchError, type Cluster, openCluster } from './cluster.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** Answers of OpenSearch 3.4 to bulk requests, as it sent them. */
const item = (id: string, status: number, error?: object) => ({ index: { _id: id, status, ...(error ? { error } : {}) } });
const malformed = { type: 'mapper_parsing_exception', reason: 'failed to parse', caused_by: { reason: 'illegal latitude value' } };
const blocked = {
  type: 'cluster_block_exception',
  reason: 'index [people] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];',
};

describe('bulk requests', () => {
  let server: Server;
  let cluster: Cluster;
  let answers: Answer[];
  const requests: { url: string; lines: string[] }[] = [];

  beforeEach(async () => {
    requests.length = 0;
    server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += String(part);
      requests.push({ url: request.url ?? '', lines: text.trim().split('\n') });
      const { status, body } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cluster = openCluster({ nodes: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] });
  });
  afterEach(async () => {
    await cluster.close();
    server.closeAllConnections();
    server.close();
  });

  it('return refused items, and take a newer version or a missing document as done', async () => {
    const items = [
      item('1-0', 201),
      item('2-0', 400, malformed),
      item('3-0', 409, { type: 'version_conflict_engine_exception' }),
      { delete: { _id: '4-0', status: 404 } },
    ];
    answers = [{ status: 200, body: { errors: true, items } }];
    const writes = ['1-0', '2-0', '3-0'].map((key) => ({ key, version: 5, body: '{"id":1}' }));
    expect(await writeAll(cluster, 'people', [...writes, { key: '4-0', version: 5 }])).toEqual([
      { key: '2-0', reason: 'mapper_parsing_exception: failed to parse: illegal latitude value' },
    ]);
    expect(requests[0]?.url).toBe('/people/_bulk?require_alias=true');
    expect(requests[0]?.lines).toHaveLength(7);
    expect(requests[0]?.lines[6]).toBe('{"delete":{"_id":"4-0","version":5,"version_type":"external_gte"}}');
  });

  it('repeat only overloaded items', async () => {
    answers = [
      { status: 429, body: { error: { type: 'circuit_breaking_exception' } } },
      { status: 200, body: { errors: true, items: [item('1-0', 201), item('2-0', 429, { type: 'rejected_execution_exception' })] } },
      { status: 200, body: { errors: false, items: [item('2-0', 201)] } },
    ];
    const writes = ['1-0', '2-0'].map((key) => ({ key, version: 1, body: '{}' }));
    expect(await writeAll(cluster, 'people', writes)).toEqual([]);
    expect(requests.at(-1)?.lines[0]).toContain('"_id":"2-0"');
    expect(requests.at(-1)?.lines).toHaveLength(2);
  });

  it('fail with a block in words, and with a missing alias', async () => {
    answers = [{ status: 200, body: { errors: true, items: [item('1-0', 403, blocked)] } }];
    await expect(writeAll(cluster, 'people', [{ key: '1-0', version: 1, body: '{}' }])).rejects.toThrow('too little free disk space');
    answers = [
      { status: 200, body: { errors: true, items: [item('1-0', 404, { type: 'index_not_found_exception', reason: 'no such index' })] } },
    ];
    await expect(writeAll(cluster, 'people', [{ key: '1-0', version: 1, body: '{}' }])).rejects.toThrow('no such index');
  });

  it.each([
    [429, { type: 'rejected_execution_exception' }, 'busy'],
    [404, { type: 'index_not_found_exception' }, 'not_ready'],
    [400, { type: 'search_phase_execution_exception', root_cause: [{ type: 'too_many_clauses' }] }, 'too_complex'],
    [401, { type: 'security_exception' }, 'failed'],
  ])('become errors of the port: %i %j', async (status, error, code) => {
    answers = Array.from({ length: 3 }, () => ({ status, body: { error } }));
    const failure: unknown = await cluster.ask('POST /people/_search', { body: {} }).catch((reason: unknown) => reason);
    expect(asSearchError(failure).code).toBe(code);
  });
});
