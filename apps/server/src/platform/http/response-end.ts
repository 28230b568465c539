import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const callbacks = new WeakMap<Socket, Set<() => void>>();

/** What is to be called when a connection closes: one listener for all its requests, however many are pipelined. */
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
 * Calls back once: when the answer is sent, or its connection is gone. Node emits nothing on the answer to a pipelined request that still waits behind
 * others when the connection closes, so the connection is watched as well.
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
