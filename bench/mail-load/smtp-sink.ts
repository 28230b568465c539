import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Envelope lines as sent, and the message after dot unstuffing. */
interface Received {
  from: string;
  to: string[];
  raw: Buffer;
}

const crlf = Buffer.from('\r\n');
const endOfText = Buffer.from('\r\n.\r\n');

/** Minimal SMTP server that interprets nothing beyond commands. */
function converse(socket: Socket, take: (message: Received) => void): void {
  let held: Buffer = Buffer.alloc(0);
  let message: { from: string; to: string[] } = { from: '', to: [] };
  let inText = false;
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') message = { from: line, to: [] };
    if (verb === 'RCPT') message.to.push(line);
    inText = verb === 'DATA';
    reply(inText ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 Ok');
    if (verb === 'QUIT') socket.end();
  };
  const text = (bytes: Buffer) => {
    // RFC 5321 4.5.2: dot unstuffing.
    const raw = Buffer.from(bytes.toString('latin1').replaceAll(/(^|\r\n)\.\./g, '$1.'), 'latin1');
    take({ ...message, raw });
    inText = false;
    reply('250 Ok');
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
  reply('220 sink');
}

export async function startSink() {
  const received: Received[] = [];
  const server = createServer((socket) => converse(socket, (message) => received.push(message)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
