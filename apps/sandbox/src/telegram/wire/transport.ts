import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import { createIntake, type Intake } from './intake.ts';

export class FrameError extends Error {}

const LONGEST_FRAME = 1024 * 1024 + 4096;

/** One of three TCP transports: https://core.telegram.org/mtproto/mtproto-transports */
type Framing = {
  read(intake: Intake): Buffer | null;
  write(payload: Buffer): Buffer;
  isPadded: boolean;
};

const checkLength = (length: number): number => {
  if (length < 4 || length > LONGEST_FRAME) throw new FrameError(`A frame of ${length} bytes`);
  return length;
};

const abridged: Framing = {
  isPadded: false,
  read(intake) {
    const first = intake.peek(1)?.[0];
    if (first === undefined) return null;
    const isLong = (first & 0x7f) === 0x7f;
    const header = isLong ? intake.peek(4) : intake.peek(1);
    if (!header) return null;
    const length = checkLength((isLong ? header.readUIntLE(1, 3) : first & 0x7f) * 4);
    return withoutHeader(intake, header.length, length);
  },
  write(payload) {
    const words = payload.length / 4;
    if (words < 0x7f) return Buffer.concat([Buffer.of(words), payload]);
    const header = Buffer.of(0x7f, 0, 0, 0);
    header.writeUIntLE(words, 1, 3);
    return Buffer.concat([header, payload]);
  },
};

const intermediate: Framing = {
  isPadded: false,
  read(intake) {
    const header = intake.peek(4);
    if (!header) return null;
    return withoutHeader(intake, 4, checkLength(header.readUInt32LE(0) & 0x7fffffff));
  },
  write: (payload) => prefixed(payload),
};

const padded: Framing = {
  isPadded: true,
  read: intermediate.read,
  write: (payload) => prefixed(Buffer.concat([payload, randomBytes(randomInt(16))])),
};

function prefixed(payload: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(payload.length);
  return Buffer.concat([header, payload]);
}

function withoutHeader(intake: Intake, header: number, length: number): Buffer | null {
  if (intake.size < header + length) return null;
  intake.take(header);
  return intake.take(length);
}

export type Transport = {
  receive(chunk: Buffer): Buffer[];
  send(payload: Buffer): Buffer;
  readonly isPadded: boolean;
};

const FRAMINGS = new Map([
  [0xefefefef, abridged],
  [0xeeeeeeee, intermediate],
  [0xdddddddd, padded],
]);

type Cipher = { update(data: Buffer): Buffer };
type Chosen = { framing: Framing; incoming: Cipher | null; outgoing: Cipher | null; used: number };

/** The first bytes of the client determine the transport. */
export function createTransport(): Transport {
  const intake = createIntake();
  const opening = createIntake();
  let chosen: Chosen | null = null;

  function open(chunk: Buffer): Buffer | null {
    opening.push(chunk);
    chosen = chooseFraming(opening);
    if (!chosen) return null;
    opening.take(chosen.used);
    return opening.take(opening.size);
  }

  return {
    get isPadded() {
      return chosen?.framing.isPadded ?? false;
    },
    receive(chunk) {
      const rest = chosen ? chunk : open(chunk);
      if (!chosen || !rest) return [];
      intake.push(chosen.incoming ? chosen.incoming.update(rest) : rest);
      const frames: Buffer[] = [];
      for (let frame = chosen.framing.read(intake); frame; frame = chosen.framing.read(intake)) frames.push(frame);
      return frames;
    },
    send(payload) {
      const framed = (chosen?.framing ?? intermediate).write(payload);
      return chosen?.outgoing ? chosen.outgoing.update(framed) : framed;
    },
  };
}

function chooseFraming(opening: Intake): Chosen | null {
  const plain = { incoming: null, outgoing: null };
  if (opening.peek(1)?.[0] === 0xef) return { framing: abridged, ...plain, used: 1 };
  const tag = opening.peek(4)?.readUInt32LE(0);
  const framing = tag === undefined ? undefined : FRAMINGS.get(tag);
  if (framing) return { framing, ...plain, used: 4 };
  const start = opening.peek(64);
  return start && unobfuscate(Buffer.from(start));
}

/** The first 64 bytes contain the keys and the encrypted transport. */
function unobfuscate(start: Buffer): Chosen {
  const back = start.subarray(8, 56).toReversed();
  const incoming = createDecipheriv('aes-256-ctr', start.subarray(8, 40), start.subarray(40, 56));
  const outgoing = createCipheriv('aes-256-ctr', back.subarray(0, 32), back.subarray(32, 48));
  const framing = FRAMINGS.get(incoming.update(start).readUInt32LE(56));
  if (!framing) throw new FrameError('No transport of MTProto');
  return { framing, incoming, outgoing, used: 64 };
}
