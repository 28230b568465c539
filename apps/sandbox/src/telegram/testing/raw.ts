import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createAesIgeForMessage } from '@mtcute/core/utils.js';
import type { Telegram } from '../server.ts';
import type { AuthKey } from '../wire/keys.ts';
import { NodeCrypto } from './client.ts';

const crypto = new NodeCrypto();

export type RawMessage = { body: Buffer; id?: bigint; seqNo?: number; salt?: bigint };
export type RawAnswer = { id: bigint; seqNo: number; body: Buffer };

export async function openRaw(telegram: Telegram, key: AuthKey) {
  const socket = connect(telegram.port, telegram.host);
  await once(socket, 'connect');
  socket.write(Buffer.of(0xef));
  const sessionId = randomBytes(8).readBigUInt64LE();
  const answers: RawAnswer[] = [];
  let buffer = Buffer.alloc(0);
  let lastId = 0n;
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk as Buffer]);
    for (let frame = take(); frame; frame = take()) if (frame.length > 4) answers.push(...opened(key, frame));
  });
  socket.on('error', () => undefined);

  function take(): Buffer | null {
    const isLong = buffer[0] === 0x7f;
    const header = isLong ? 4 : 1;
    if (buffer.length < header) return null;
    const length = (isLong ? buffer.readUIntLE(1, 3) : (buffer[0] ?? 0)) * 4;
    if (buffer.length < header + length) return null;
    const frame = buffer.subarray(header, header + length);
    buffer = buffer.subarray(header + length);
    return frame;
  }

  function newId(): bigint {
    const made = (BigInt(Math.floor(telegram.world.now().getTime() / 1000)) << 32n) | 4n;
    lastId = made > lastId ? made : lastId + 4n;
    return lastId;
  }

  return {
    socket,
    answers,
    newId,
    send({ body, id = newId(), seqNo = 1, salt = key.firstSalt }: RawMessage): bigint {
      const plain = Buffer.alloc(32 + body.length + 12 + ((16 - ((32 + body.length + 12) % 16)) % 16));
      plain.writeBigUInt64LE(salt);
      plain.writeBigUInt64LE(sessionId, 8);
      plain.writeBigUInt64LE(id, 16);
      plain.writeUInt32LE(seqNo, 24);
      plain.writeUInt32LE(body.length, 28);
      body.copy(plain, 32);
      const messageKey = crypto.sha256(Buffer.concat([key.secret.subarray(88, 120), plain])).subarray(8, 24);
      const encrypted = createAesIgeForMessage(crypto, key.secret, messageKey, true).encrypt(plain);
      writeFrame(socket, Buffer.concat([idBytes(key.id), messageKey, encrypted]));
      return id;
    },
  };
}

export function writeFrame(socket: Socket, payload: Buffer): void {
  const words = payload.length / 4;
  const header = words < 0x7f ? Buffer.of(words) : Buffer.of(0x7f, words & 255, (words >> 8) & 255, words >> 16);
  socket.write(Buffer.concat([header, payload]));
}

function idBytes(id: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(id);
  return bytes;
}

const CONTAINER = 0x73f1f8dc;

function opened(key: AuthKey, frame: Buffer): RawAnswer[] {
  const plain = Buffer.from(createAesIgeForMessage(crypto, key.secret, frame.subarray(8, 24), false).decrypt(frame.subarray(24)));
  const body = plain.subarray(32, 32 + plain.readUInt32LE(28));
  if (body.readUInt32LE(0) !== CONTAINER) return [{ id: plain.readBigUInt64LE(16), seqNo: plain.readUInt32LE(24), body }];
  const messages: RawAnswer[] = [];
  for (let at = 8; at < body.length; at += 16 + body.readUInt32LE(at + 12))
    messages.push({
      id: body.readBigUInt64LE(at),
      seqNo: body.readUInt32LE(at + 8),
      body: body.subarray(at + 16, at + 16 + body.readUInt32LE(at + 12)),
    });
  return messages;
}
