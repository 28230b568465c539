import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock.ts';

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

export interface Draining {
  /** Requests without an answer. */
  open(): number;
  /** Aborted when the server stops: event streams end, and their readers connect elsewhere. */
  signal: AbortSignal;
  /**
   * Stops listening, so that a proxy passes requests to another process, and resolves when all
   * requests are answered. Then close the server.
   */
  drain(): Promise<void>;
}

/** For requests that are under way on new or idle connections. */
const graceMs = 500;
const pollMs = 20;

function endConnection(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

export function mountDraining(app: FastifyInstance, { sleep, elapsed }: Pick<Clock, 'sleep' | 'elapsed'>): void {
  const { server } = app;
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, answer: ServerResponse) => {
    open.add(answer);
    answer.once('close', () => open.delete(answer));
    if (ending.signal.aborted) endConnection(answer);
  });
  const countConnections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const drain = async () => {
    const begun = elapsed();
    for (const answer of open) endConnection(answer);
    ending.abort();
    // After the connections that the kernel has accepted already: they would be reset.
    await new Promise(setImmediate);
    // Unlike that of an HTTP server, it leaves idle connections open: a request may be under way.
    NetServer.prototype.close.call(server);
    const isEarly = () => elapsed() - begun < graceMs;
    while (open.size > 0 || (isEarly() && (await countConnections()) > 0)) {
      await sleep(pollMs);
      if (!isEarly()) server.closeIdleConnections();
    }
  };
  app.addHook('preClose', () => ending.abort());
  app.decorate('draining', { open: () => open.size, signal: ending.signal, drain });
}
