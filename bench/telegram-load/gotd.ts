import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTelegram } from '../../apps/server/src/integrations/telegram/messenger.ts';
import type { MessengerLine, MessengerMessage, Outcome, Peer } from '../../apps/server/src/modules/messaging/telegram/messenger-port.ts';
import type { BenchRow } from '../row.ts';

const sources = fileURLToPath(new URL('gotd', import.meta.url));
const usualGo = '/usr/local/go/bin/go';
const person = 'gotd_person';

interface Server {
  host: string;
  port: number;
  publicKey: string;
}

/** Builds the server (some minutes the first time: its schema is a large one) and starts it. It ends with its input. */
async function startServer(): Promise<{ server: Server; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-gotd-'));
  const program = join(folder, 'server');
  const go = existsSync(usualGo) ? usualGo : 'go';
  process.stderr.write('building the server\n');
  const built = spawnSync(go, ['build', '-o', program, '.'], { cwd: sources, stdio: ['ignore', 'inherit', 'inherit'] });
  if (built.status !== 0) throw new Error('the server of gotd could not be built: is Go 1.26 installed?');
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    server: JSON.parse(line) as Server,
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The answer, where it is one. */
async function good<Result extends object>(outcome: Promise<Outcome<Result>>): Promise<Result> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(`${answer.failure.code}: ${answer.failure.detail}`);
  return answer;
}

/** What came on the line, in its order. */
function createHeard() {
  const messages: MessengerMessage[] = [];
  return {
    messages,
    events: {
      onMessage: (message: MessengerMessage) => void messages.push(message),
      onEdited: () => undefined,
      onReacted: () => undefined,
      onDeleted: () => undefined,
      onReadByUs: () => undefined,
      onReadByPerson: () => undefined,
      onMissed: () => undefined,
      onState: () => undefined,
    },
    async until(text: string): Promise<MessengerMessage> {
      for (let tries = 0; tries < 200; tries += 1) {
        const found = messages.find((each) => each.text === text);
        if (found) return found;
        await sleep(25);
      }
      throw new Error(`it never came: ${text}`);
    },
  };
}

type Step = readonly [name: string, work: () => Promise<unknown>];

const require = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** All that we said to the person, a page after the other. */
async function readAllOurs(line: MessengerLine, peer: Peer): Promise<string[]> {
  const read: string[] = [];
  for (let after = 0; ;) {
    const { messages, upTo } = await good(line.history(peer, { after, limit: 100, from: 'oldest' }));
    if (upTo === 0) return read;
    read.push(...messages.filter((each) => each.isOut).map((each) => each.text));
    after = upTo;
  }
}

/** What is said with the person, and what is read of it. */
function conversation(line: MessengerLine): Step[] {
  const heard = createHeard();
  let peer: Peer = { id: 0, access: '0' };
  const bytes = Buffer.alloc(1_300_000, 7);
  const texts = Array.from({ length: 130 }, (_, at) => `Message ${at}`);
  const sendText = async (text: string, randomId: string) => {
    const answer = await line.send({ peer, randomId, text });
    require(answer.outcome === 'accepted', `it was ${answer.outcome}`);
  };
  return [
    ['watches the account', () => good(line.watch(heard.events))],
    [
      'finds a person by username',
      async () => {
        const { user } = await good(line.resolve(person));
        peer = { id: user.id, access: user.access ?? '0' };
      },
    ],
    [
      'is told that a username is nobody’s',
      async () => {
        const answer = await line.resolve('gotd_nobody');
        require(!answer.ok && answer.failure.code === 'username_unknown', 'somebody was found');
      },
    ],
    ['sends a message', () => sendText('Hello 👋 привет', '4611686018427387904')],
    ['hears the answer', () => heard.until('Hello 👋 привет')],
    [
      'is told that a message was taken before',
      async () => {
        const answer = await line.send({ peer, randomId: '4611686018427387904', text: 'Hello 👋 привет' });
        require(answer.outcome === 'duplicate', `it was ${answer.outcome}`);
      },
    ],
    [
      'reads a long conversation page by page',
      async () => {
        for (const [at, text] of texts.entries()) await sendText(text, String(at + 1));
        const read = await readAllOurs(line, peer);
        require(read.join() === ['Hello 👋 привет', ...texts].join(), `${read.length} of ${texts.length + 1} were read`);
      },
    ],
    [
      'finds the place of a moment',
      async () => {
        const { id } = await good(line.lastBefore(peer, new Date(Date.now() - 3_600_000)));
        require(id === 0, `${id} stands before it`);
      },
    ],
    [
      'lists dialogs',
      async () => {
        const { dialogs, next } = await good(line.dialogs());
        require(dialogs.length === 1 && dialogs[0]?.user.username === person && next === null, 'it lists others');
      },
    ],
    ['marks as read', () => good(line.markRead(peer, 10))],
    [
      'hands a file over and reads it back',
      async () => {
        const { file } = await good(line.upload({ name: 'offer.pdf', mediaType: 'application/pdf', bytes, randomId: '77777' }));
        const answer = await line.send({ peer, randomId: '77777', text: 'The offer', file });
        require(answer.outcome === 'accepted', `it was ${answer.outcome}`);
        const { id, file: told } = await heard.until('The offer');
        require(told?.name === 'offer.pdf' && told.size === bytes.length, 'the file is not told');
        const back = await line.download(id, 5 * 1024 * 1024);
        require(back.ok && bytes.equals(back.bytes), 'its bytes are others');
      },
    ],
    [
      'is told for good that there is no file',
      async () => {
        const answer = await line.download(1, 5 * 1024 * 1024);
        require(!answer.ok && answer.isFinal, 'there is one');
      },
    ],
  ];
}

async function runSteps(steps: readonly Step[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, work] of steps) {
    const since = performance.now();
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure) process.stderr.write(`${name}: ${failure instanceof Error ? failure.message : String(failure)}\n`);
    const result = { case: 'the adapter against gotd', metric: name, value: failure ? 0 : 1, target: 1 };
    rows.push({ ...result, reference: `${Math.round(performance.now() - since)} ms` });
  }
  return rows;
}

/** Signs in, and does all that the port of the messenger can. 1: it was done. */
export async function runAgainstGotd(): Promise<BenchRow[]> {
  const { server, stop } = await startServer();
  const messenger = createTelegram({ apiId: 17_349, apiHash: 'gotd', server });
  const phone = '+79001000001';
  let session = '';
  let codeHash = '';
  const signingIn: Step[] = [
    [
      'asks for a code',
      async () => {
        const sent = await good(messenger.requestCode(phone));
        [session, codeHash] = [sent.session, sent.codeHash];
      },
    ],
    [
      'is told that a code is wrong',
      async () => {
        const answer = await messenger.signIn({ session, phone, codeHash, code: '00000' });
        require(!answer.ok && answer.failure.code === 'phone_code_invalid', 'it was taken');
      },
    ],
    ['signs in', async () => void (session = (await good(messenger.signIn({ session, phone, codeHash, code: '12345' }))).session)],
  ];
  try {
    const rows = await runSteps(signingIn);
    const line = messenger.open(session);
    rows.push(...(await runSteps(conversation(line))));
    await line.close();
    const again = messenger.open(session);
    rows.push(...(await runSteps([['comes back with its session', () => good(again.watch(createHeard().events))]])));
    await again.close();
    return rows;
  } finally {
    stop();
  }
}
