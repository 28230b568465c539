import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
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

/** A request may be under way on a new connection. */
const newConnectionMs = 500;
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
    ending.abort();
    // After the connections that the kernel has accepted already: they would be reset.
    await new Promise(setImmediate);
    server.close();
    for (const answer of open) endConnection(answer);
    while (open.size > 0 || (elapsed() - begun < newConnectionMs && (await countConnections()) > 0)) {
      await sleep(pollMs);
      server.closeIdleConnections();
    }
  };
  app.addHook('preClose', () => ending.abort());
  app.decorate('draining', { open: () => open.size, signal: ending.signal, drain });
}
