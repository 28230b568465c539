import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ParsedMail } from '@headwater/domain/mail/message';
import { parseMail } from '../src/platform/mail/parse.ts';

/** `at_end`: drops a complete message without a response. `kept`: stores it without a response. */
type Hanging = 'never' | 'at_end' | 'kept';

/** A minimal SMTP server that tests can make hang or refuse. */
export interface SmtpServer {
  url: string;
  /** Stored messages. */
  taken: string[];
  hangs: Hanging;
  /** Number of hangs. */
  hung: number;
  /** Replies to the next messages instead of acceptance. */
  refusals: string[];
  /** Called before DATA is accepted. */
  beforeText(): Promise<void>;
  messagesTo(address: string): Promise<ParsedMail[]>;
  stop(): void;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const listening = createServer((socket) => void receive(socket).catch(() => undefined)).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?ignoreTLS=true`,
    taken: [],
    hangs: 'never',
    hung: 0,
    refusals: [],
    beforeText: async () => undefined,
    async messagesTo(address) {
      const parsed = await Promise.all(server.taken.map((letter) => parseMail(Buffer.from(letter))));
      return parsed.filter(({ to }) => to.some((one) => one.address === address));
    },
    stop: () => void listening.close(),
  };

  function end(letter: string, say: (line: string) => void): void {
    const refusal = server.refusals.shift();
    if (refusal) return say(refusal);
    if (server.hangs !== 'at_end') server.taken.push(letter);
    if (server.hangs === 'never') return say('250 taken');
    server.hung += 1;
  }

  async function receive(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say('220 here');
    let letter: string[] | undefined;
    for await (const line of createInterface(socket)) {
      if (letter && line !== '.') letter.push(line);
      else if (letter) {
        end(letter.join('\r\n'), say);
        letter = undefined;
      } else if (line === 'DATA') {
        await server.beforeText();
        letter = [];
        say('354 go on');
      } else say(line === 'QUIT' ? '221 bye' : '250 ok');
    }
  }
  return server;
}
