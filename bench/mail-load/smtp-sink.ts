import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What came over the wire, byte by byte: the lines of the envelope as they were said, and the text without its dots. */
export interface Received {
  from: string;
  to: string[];
  raw: Buffer;
}

const crlf = Buffer.from('\r\n');
const endOfText = Buffer.from('\r\n.\r\n');

/** One conversation, word by word: nothing that a client says is understood as more than it is. */
function converse(socket: Socket, take: (letter: Received) => void): void {
  let held: Buffer = Buffer.alloc(0);
  let letter: { from: string; to: string[] } = { from: '', to: [] };
  let inText = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') letter = { from: line, to: [] };
    if (verb === 'RCPT') letter.to.push(line);
    inText = verb === 'DATA';
    say(inText ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 Ok');
    if (verb === 'QUIT') socket.end();
  };
  const text = (bytes: Buffer) => {
    // RFC 5321 4.5.2: a dot at the beginning of a line was doubled.
    const raw = Buffer.from(bytes.toString('latin1').replaceAll(/(^|\r\n)\.\./g, '$1.'), 'latin1');
    take({ ...letter, raw });
    inText = false;
    say('250 Ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(inText ? endOfText : crlf);
      if (end < 0) return;
      const part = held.subarray(0, inText ? end + 2 : end);
      held = held.subarray(end + (inText ? endOfText.length : crlf.length));
      if (inText) text(part);
      else command(part.toString('latin1'));
    }
  });
  say('220 sink');
}

/** A mail server that keeps what it hears. */
export async function startSink() {
  const received: Received[] = [];
  const server = createServer((socket) => converse(socket, (letter) => received.push(letter)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
