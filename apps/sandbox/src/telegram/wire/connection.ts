import type { Socket } from 'node:net';
import type { mtp } from '@mtcute/core';
import { openMessage, sealMessage } from './crypto.ts';
import { createHandshake, HandshakeError } from './handshake.ts';
import type { AuthKey, KeyRing } from './keys.ts';
import type { ServerKey } from './server-key.ts';
import type { Service, ServiceLink } from './service.ts';

import { readObject, writeValue } from './tl.ts';
import { TlError } from './tl-error.ts';
import { createTransport, FrameError, type Transport } from './transport.ts';

export type ConnectionOptions = { serverKey: ServerKey; keys: KeyRing; service: Service; now(): Date; report(error: unknown): void };

const UNKNOWN_KEY = -404;
/** Idle timeout in milliseconds; clients may request a longer one. */
const IDLE = 5 * 60_000;
const LONGEST_IDLE = 15 * 60_000;
const MOST_WAITING = 32 * 1024 * 1024;

const MOST_SESSIONS = 100;

class Malformed extends Error {}

/** Invalid input closes this connection only. */
export function serveConnection(socket: Socket, options: ConnectionOptions): void {
  const { serverKey, keys, service, now, report } = options;
  const transport = createTransport();
  const handshake = createHandshake({ key: serverKey, keys, now });
  const detach: (() => void)[] = [];
  let lastId = 0n;

  const link: ServiceLink = {
    send: (key, message) => send(Buffer.concat([idBytes(key.id), sealMessage(key.secret, message)])),
    cut: () => void socket.destroy(),
    delayEnd: (seconds) => void socket.setTimeout(Math.min(Math.max(seconds, 1) * 1000, LONGEST_IDLE)),
    onEnd: (end) => {
      detach.push(end);
      if (detach.length > MOST_SESSIONS) socket.destroy();
    },
  };

  function send(payload: Buffer): void {
    if (!socket.writable) return;
    socket.write(transport.send(payload));
    if (socket.writableLength > MOST_WAITING) socket.destroy();
  }

  function frame(payload: Buffer): void {
    if (payload.length < 24) throw new Malformed();
    const keyId = payload.readBigUInt64LE(0);
    if (keyId === 0n) return plain(payload);
    const key = keys.find(keyId);
    if (!key) {
      const code = Buffer.alloc(4);
      code.writeInt32LE(UNKNOWN_KEY);
      send(code);
      socket.end();
      return;
    }
    encrypted(key, payload);
  }

  function plain(payload: Buffer): void {
    const length = payload.readUInt32LE(16);
    if (length === 0 || 20 + length > payload.length) throw new Malformed();
    const answer = writeValue(handshake.answer(readObject(payload.subarray(20, 20 + length)) as mtp.TlObject));
    const header = Buffer.alloc(20);
    const stamp = (BigInt(Math.floor(now().getTime() / 1000)) << 32n) | 1n;
    lastId = stamp > lastId ? stamp : lastId + 4n;
    header.writeBigUInt64LE(lastId, 8);
    header.writeUInt32LE(answer.length, 16);
    send(Buffer.concat([header, answer]));
  }

  function encrypted(key: AuthKey, payload: Buffer): void {
    const opened = openMessage(key.secret, payload.subarray(8, 24), encryptedIn(transport, payload));
    if (!opened || opened.length < 32) throw new Malformed();
    const length = opened.readUInt32LE(28);
    const padding = opened.length - 32 - length;
    if (length % 4 !== 0 || padding < 12 || padding > 1024) throw new Malformed();
    service.receive(link, {
      key,
      salt: opened.readBigUInt64LE(0),
      sessionId: opened.readBigUInt64LE(8),
      id: opened.readBigUInt64LE(16),
      seqNo: opened.readUInt32LE(24),
      body: opened.subarray(32, 32 + length),
    });
  }

  socket.setTimeout(IDLE, () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const payload of transport.receive(chunk as Buffer)) if (!socket.destroyed) frame(payload);
    } catch (error) {
      socket.destroy();
      if (!isStrangers(error)) report(error);
    }
  });
  socket.on('error', () => undefined);
  socket.once('close', () => detach.forEach((end) => end()));
}

const isStrangers = (error: unknown): boolean =>
  error instanceof Malformed || error instanceof FrameError || error instanceof HandshakeError || error instanceof TlError;

const idBytes = (id: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(id);
  return bytes;
};

function encryptedIn(transport: Transport, payload: Buffer): Buffer {
  const length = payload.length - 24;
  return payload.subarray(24, 24 + (transport.isPadded ? length - (length % 16) : length));
}
