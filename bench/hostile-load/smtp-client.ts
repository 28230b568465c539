import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Envelope {
  from: string;
  to: string;
}

/** A connection that hands over messages as they are, whatever stands in them. */
export interface SmtpClient {
  /** False where the server refused it. */
  put(envelope: Envelope, raw: Buffer): Promise<boolean>;
  close(): void;
}

/** Answers of a server, one after another; their lines but the last have a hyphen behind the code. */
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

// RFC 5321 4.5.2: a dot at the beginning of a line is doubled.
const stuffed = (raw: Buffer): Buffer => Buffer.from(raw.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1..'), 'latin1');

/** Speaks SMTP to a server of this machine, which asks nobody to sign in. */
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
