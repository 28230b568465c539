import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The next response. */
export interface Said {
  status?: number;
  content?: string;
  /** Delays the response. */
  until?: Promise<void>;
}

export interface ModelServer {
  /** Settings that connect an installation to it. */
  settings: { HEADWATER_MODEL_URL: string; HEADWATER_MODEL_NAME: string; HEADWATER_MODEL_TIMEOUT: string };
  /** May change at any time; a function receives the request body. */
  next: Said | ((body: string) => Said);
  /** Bodies of all requests so far. */
  asked: string[];
  close(): void;
}

/** A simulated OpenAI-compatible server. */
export async function startModelServer(): Promise<ModelServer> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    asked.push(body);
    const { status = 200, content = '', until } = typeof model.next === 'function' ? model.next(body) : model.next;
    await until;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const model: ModelServer = {
    settings: {
      HEADWATER_MODEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      HEADWATER_MODEL_NAME: 'any',
      HEADWATER_MODEL_TIMEOUT: '30',
    },
    next: {},
    asked,
    close: () => server.close(),
  };
  return model;
}
