import { createPublicKey } from 'node:crypto';
import { type BasicDcOption, addPublicKey, defaultProductionDc, readStringSession } from '@mtcute/core/utils.js';
import { MemoryStorage, type RpcCallOptions, type tl } from '@mtcute/core';
import { BaseTelegramClient } from '@mtcute/core/client.js';
import { nodeCrypto, nodePlatform, tcpTransport } from './platform.ts';

export interface TelegramSettings {
  apiId: number;
  apiHash: string;
  server?: { host: string; port: number; publicKey: string } | undefined;
}

const callMs = 30_000;
const firstDc = 2;

const crypto = nodeCrypto();

/** The library has one global list of keys. Accepts both forms of PEM. */
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
  closeIn(milliseconds: number): void;
}

const dcOf = ({ host, port }: { host: string; port: number }): BasicDcOption => ({ ipAddress: host, port, id: firstDc });

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

/** Connects with the first call. A configured server replaces the session's data centre. */
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
    // After a gap all dialogs are read again, so the library stores no state.
    updates: false,
    defaultDcs: here ? { main: here, media: here } : defaultProductionDc,
    initConnectionOptions: { deviceModel: 'Headwater', appVersion: '1.0' },
    // The library must not wait out rate limits, because the product shows them.
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
  const close = () => {
    closing ??= client.destroy().catch(() => undefined);
    calls.endAll();
    return closing;
  };
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
        // Prevents the library from repeating the call.
        stopping.abort();
        void work.catch(() => undefined);
        throw error;
      }
    },
    password: (request, password) => client.computeSrpParams(request, password),
    session: () => client.exportSession(),
    onUpdate: (handle) => client.onServerUpdate.add(handle),
    onState: (handle) => client.onConnectionState.add((state) => handle(state === 'connected')),
    close,
    closeIn: (milliseconds) => void setTimeout(() => void close(), milliseconds).unref(),
  };
}
