import { createPublicKey } from 'node:crypto';
import { type BasicDcOption, addPublicKey, defaultProductionDc, readStringSession } from '@mtcute/core/utils.js';
import { MemoryStorage, type RpcCallOptions, type tl } from '@mtcute/core';
import { BaseTelegramClient } from '@mtcute/core/client.js';
import { nodeCrypto, nodePlatform, tcpTransport } from './platform.ts';

export interface TelegramSettings {
  apiId: number;
  apiHash: string;
  /** Another server than Telegram's: where it listens, and the key that it proves itself by (PEM). */
  server?: { host: string; port: number; publicKey: string } | undefined;
}

/** Milliseconds that one call may take, connecting included. */
const callMs = 30_000;
/** Of the data centre that sessions begin at. */
const firstDc = 2;

const crypto = nodeCrypto();

/** Keys are known to the library as a whole. Either form of PEM is taken. */
const known = new Set<string>();
function trust(publicKey: string): void {
  if (known.has(publicKey)) return;
  addPublicKey(crypto, createPublicKey(publicKey).export({ type: 'pkcs1', format: 'pem' }).toString());
  known.add(publicKey);
}

export interface TelegramClient {
  call<T extends tl.RpcMethod>(request: T, options?: RpcCallOptions): Promise<tl.RpcCallReturn[T['_']]>;
  password(request: tl.account.RawPassword, password: string): Promise<tl.RawInputCheckPasswordSRP>;
  session(): Promise<string>;
  onUpdate(handle: (updates: tl.TypeUpdates) => void): void;
  onState(handle: (isOnline: boolean) => void): void;
  close(): Promise<void>;
}

const dcOf = ({ host, port }: { host: string; port: number }): BasicDcOption => ({ ipAddress: host, port, id: firstDc });

/** Calls that are under way: they end in time, and all at once when the line is closed. */
function createCalls() {
  const under = new Set<(reason: Error) => void>();
  return {
    async bounded<Result>(work: Promise<Result>): Promise<Result> {
      let end: ((reason: Error) => void) | undefined;
      const ended = new Promise<never>((_resolve, reject) => {
        end = reject;
        under.add(reject);
      });
      const timer = setTimeout(() => end?.(new Error('no answer in time')), callMs);
      try {
        return await Promise.race([work, ended]);
      } finally {
        clearTimeout(timer);
        if (end) under.delete(end);
      }
    },
    endAll() {
      for (const end of under) end(new Error('the line was closed'));
    },
  };
}

/** Connects with the first call. A session goes to the server of the settings, whatever it was made at. */
export function openClient({ apiId, apiHash, server }: TelegramSettings, session?: string): TelegramClient {
  if (server) trust(server.publicKey);
  const here = server && dcOf(server);
  const client = new BaseTelegramClient({
    apiId,
    apiHash,
    crypto,
    platform: nodePlatform,
    transport: tcpTransport,
    storage: new MemoryStorage(),
    logLevel: 0,
    // Dialogs are looked through after a gap, so that nothing has to be kept besides them.
    updates: false,
    defaultDcs: here ? { main: here, media: here } : defaultProductionDc,
    initConnectionOptions: { deviceModel: 'Headwater', appVersion: '1.0' },
    // What Telegram wants to be waited for is shown to people, and not slept through.
    network: { middlewares: [] },
  });
  client.onError.add(() => undefined);
  let preparing: Promise<void> | undefined;
  const calls = createCalls();
  let closing: Promise<void> | undefined;
  const prepare = () =>
    (preparing ??= (async () => {
      if (!session) return;
      const data = readStringSession(session);
      await client.importSession(
        { authKey: data.authKey, primaryDcs: here ? { main: here, media: here } : data.primaryDcs, self: data.self ?? null },
        true,
      );
    })());
  return {
    async call(request, options = {}) {
      await prepare();
      if (closing) throw new Error('the line was closed');
      const stopping = new AbortController();
      const work = client.call(request as never, { abortSignal: stopping.signal, ...options }) as Promise<
        tl.RpcCallReturn[(typeof request)['_']]
      >;
      try {
        return await calls.bounded(work);
      } catch (error) {
        // Not sent again behind our back.
        stopping.abort();
        void work.catch(() => undefined);
        throw error;
      }
    },
    password: (request, password) => client.computeSrpParams(request, password),
    session: () => client.exportSession(),
    onUpdate: (handle) => client.onServerUpdate.add(handle),
    onState: (handle) => client.onConnectionState.add((state) => handle(state === 'connected')),
    close() {
      closing ??= client.destroy().catch(() => undefined);
      calls.endAll();
      return closing;
    },
  };
}
