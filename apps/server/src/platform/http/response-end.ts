import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const callbacks = new WeakMap<Socket, Set<() => void>>();

function callbacksOf(socket: Socket): Set<() => void> {
  const known = callbacks.get(socket);
  if (known) return known;
  const created = new Set<() => void>();
  callbacks.set(socket, created);
  socket.once('close', () => {
    for (const callback of created) callback();
  });
  return created;
}

/**
 * Also watches the connection: Node emits no event on a pipelined response that is still queued at
 * the close.
 */
export function onAnswerEnd({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, callback: () => void): void {
  const open = callbacksOf(socket);
  const end = () => {
    if (open.delete(end)) callback();
  };
  open.add(end);
  raw.once('close', end);
  if (socket.closed) end();
}
