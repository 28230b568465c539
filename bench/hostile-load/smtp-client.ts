import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Envelope {
  from: string;
  to: string;
}

/** Transmits raw messages. */
export interface SmtpClient {
  /** False if the server refused the message. */
  put(envelope: Envelope, raw: Buffer): Promise<boolean>;
  close(): void;
}

/** Replies; all lines but the last have a hyphen after the code. */
async function* answersOf(socket: Socket): AsyncGenerator<number, undefined> {
  let held = '';
  for await (const chunk of socket.setEncoding('latin1')) {
    held += chunk as string;
    for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
      const code = /^(\d{3})(?!-)/.exec(held)?.[1];
      held = held.slice(end + 2);
      if (code !== undefined) yield Number(code);
    }
  }
  return undefined;
}

// RFC 5321 4.5.2: dot stuffing.
const stuffed = (raw: Buffer): Buffer => Buffer.from(raw.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1..'), 'latin1');

/** Local server without authentication. */
export async function connectSmtp(port: number): Promise<SmtpClient> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const answers = answersOf(socket);
  const answer = async () => {
    const { value } = await answers.next();
    if (value === undefined) throw new Error('The mail server dropped the connection.');
    return value;
  };
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return answer();
  };
  await answer();
  await say('EHLO bench.test');
  return {
    async put({ from, to }, raw) {
      await say(`MAIL FROM:<${from}>`);
      await say(`RCPT TO:<${to}>`);
      await say('DATA');
      socket.write(stuffed(raw));
      return (await say('\r\n.')) === 250;
    },
    close: () => void socket.destroy(),
  };
}
