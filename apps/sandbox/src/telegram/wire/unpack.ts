import { type Budget, GZIP_PACKED, newBudget, unzip, zippedIn } from './zip.ts';

export type Message = { id: bigint; seqNo: number; body: Buffer; budget: Budget };

/**
 * Codes:
 * https://core.telegram.org/mtproto/service_messages_about_messages#notice-of-ignored-error-message
 */
export class BadMessage extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`bad_msg_notification ${code}`);
    this.code = code;
  }
}

export const INVALID_CONTAINER = 64;
const CONTAINER = 0x73f1f8dc;
const MOST_IN_CONTAINER = 1020;

export function unpack(packet: Omit<Message, 'budget'>): Message[] {
  const budget = newBudget();
  const body = unzipped(packet.body, budget);
  if (idOf(body) !== CONTAINER) return [{ ...packet, body, budget }];
  const count = body.length >= 8 ? body.readUInt32LE(4) : MOST_IN_CONTAINER + 1;
  if (count > MOST_IN_CONTAINER) throw new BadMessage(INVALID_CONTAINER);
  const messages: Message[] = [];
  let at = 8;
  for (let index = 0; index < count; index += 1) {
    if (at + 16 > body.length) throw new BadMessage(INVALID_CONTAINER);
    const length = body.readUInt32LE(at + 12);
    const [id, seqNo] = [body.readBigUInt64LE(at), body.readUInt32LE(at + 8)];
    const inner = { id, seqNo, body: body.subarray(at + 16, at + 16 + length), budget };
    at += 16 + length;
    if (at > body.length || inner.id >= packet.id) throw new BadMessage(INVALID_CONTAINER);
    inner.body = unzipped(inner.body, budget);
    if (idOf(inner.body) === CONTAINER) throw new BadMessage(INVALID_CONTAINER);
    messages.push(inner);
  }
  return messages;
}

const idOf = (body: Buffer): number | null => (body.length >= 4 ? body.readUInt32LE(0) : null);

/** Decompresses the outer level only; requests decompress their parts when read. */
function unzipped(body: Buffer, budget: Budget): Buffer {
  return idOf(body) === GZIP_PACKED ? unzip(zippedIn(body), budget) : body;
}
