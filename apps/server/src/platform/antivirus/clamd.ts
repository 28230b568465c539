import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { ScannerAddress } from './address.ts';

export interface Question {
  address: ScannerAddress;
  command: 'INSTREAM' | 'VERSION';
  bytes?: Uint8Array | Readable;
  /** Milliseconds from connecting to the response. */
  timeoutMs: number;
}

const pieceBytes = 64 * 1024;
/** Characters; a response is one line with at most the name of a virus. */
const longestAnswer = 4096;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

/** A zero byte ends the command. Chunks have a length prefix; an empty one ends the stream. */
async function* sent({ command, bytes }: Question): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`z${command}\0`);
  if (!bytes) return;
  const pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = bytes instanceof Readable ? bytes : piecesOf(bytes);
  for await (const piece of pieces) {
    yield lengthOf(piece);
    yield piece;
  }
  yield Buffer.alloc(4);
}

/** Rejects if clamd is unreachable, disconnects or exceeds the timeout. */
export function queryClamd(question: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(question.address);
    const source = Readable.from(sent(question));
    let answer = '';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      source.destroy();
      socket.destroy();
      if (question.bytes instanceof Readable) question.bytes.destroy();
      settle();
    };
    const fail = (error: Error) => end(() => reject(error));
    const timer = setTimeout(() => fail(new Error('no answer in time')), question.timeoutMs);
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      answer += piece;
      // clamd responds early if the stream is too long, and then reads no more.
      if (answer.includes('\0')) end(() => resolve(answer.slice(0, answer.indexOf('\0'))));
      else if (answer.length > longestAnswer) fail(new Error('an answer without an end'));
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the line was closed')));
    source.on('error', fail);
    source.pipe(socket, { end: false });
  });
}
