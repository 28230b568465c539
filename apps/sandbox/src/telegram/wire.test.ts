import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { IntermediatePacketCodec, Long, ObfuscatedPacketCodec } from '@mtcute/core';
import type { TelegramClient } from '@mtcute/core/client.js';
import { LogManager, TlBinaryWriter } from '@mtcute/core/utils.js';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTelegram, type Telegram } from './server.ts';
import { connectClient, NodeCrypto, platform } from './testing/client.ts';
import { openRaw, type RawAnswer } from './testing/raw.ts';
import { signIn } from './testing/sign-in.ts';
import type { AuthKey } from './wire/keys.ts';
import { longOf } from './wire/numbers.ts';
import { readObject, writeValue, writeUints } from './wire/tl.ts';
import { TlError } from './wire/tl-error.ts';

let directory: string;
let telegram: Telegram;
let client: TelegramClient;
let key: AuthKey;
let raws: Awaited<ReturnType<typeof openRaw>>[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'telegram-'));
  telegram = await startTelegram({ port: 0, directory });
  client = connectClient(telegram);
  const { id } = await signIn(telegram, client, { phone: '+79006660001' });
  key = telegram.world.hub.keysOf(id)[0] as AuthKey;
});

afterEach(() => {
  for (const { socket } of raws) socket.destroy();
  raws = [];
});

afterAll(async () => {
  await client.destroy();
  await telegram.stop();
  await rm(directory, { recursive: true });
});

async function raw() {
  const opened = await openRaw(telegram, key);
  raws.push(opened);
  return opened;
}

/** Constructor id of a response. */
const RPC_RESULT = 0xf35c6d01;
type Shown = { _: string; [field: string]: unknown };
const objectOf = ({ body }: RawAnswer): Shown =>
  body.readUInt32LE(0) === RPC_RESULT
    ? { _: 'result', to: body.readBigUInt64LE(4), value: readObject(body.subarray(12)) }
    : (readObject(body) as Shown);
const ofKind = (answers: RawAnswer[], name: string): Shown[] => answers.map(objectOf).filter(({ _ }) => _ === name);

const layered = (query: object): Buffer =>
  writeValue({
    _: 'invokeWithLayer',
    layer: 227,
    query: {
      _: 'initConnection',
      apiId: telegram.application.id,
      deviceModel: 'Raw',
      systemVersion: '1',
      appVersion: '1',
      systemLangCode: 'en',
      langPack: '',
      langCode: 'en',
      query,
    },
  } as { _: string });

const container = (...parts: Buffer[]) => Buffer.concat([writeUints(0x73f1f8dc, parts.length), ...parts]);

const message = (peer: object, text: string, randomId: number) =>
  layered({ _: 'messages.sendMessage', peer, message: text, randomId: Long.fromNumber(randomId) });

const gzip = (bytes: Buffer) => {
  const writer = TlBinaryWriter.manual(bytes.length + 16);
  writer.uint(0x3072cfa1);
  writer.bytes(bytes);
  return Buffer.from(writer.result());
};

describe('service messages', () => {
  it('answer a wrong salt with the right one, and do not process the message', async () => {
    const one = await raw();
    const id = one.send({ body: layered({ _: 'help.getNearestDc' }), salt: 1n });
    await expect.poll(() => ofKind(one.answers, 'mt_bad_server_salt')).toHaveLength(1);
    const [bad] = ofKind(one.answers, 'mt_bad_server_salt');
    expect(bad).toMatchObject({ badMsgId: longOf(id), errorCode: 48, newServerSalt: longOf(key.firstSalt) });
    expect(ofKind(one.answers, 'result')).toEqual([]);
  });

  it.each([
    ['that is too old', (id: bigint) => id - (400n << 32n), 1, 16],
    ['that is in the future', (id: bigint) => id + (100n << 32n), 1, 17],
    ['with invalid low bits', (id: bigint) => id + 1n, 1, 18],
    ['with an even number', (id: bigint) => id, 2, 35],
  ])('reject an id %s', async (_name, ...[change, seqNo, errorCode]) => {
    const one = await raw();
    one.send({ body: layered({ _: 'help.getNearestDc' }), id: change(one.newId()), seqNo });
    await expect.poll(() => ofKind(one.answers, 'mt_bad_msg_notification')).toEqual([expect.objectContaining({ errorCode })]);
    expect(ofKind(one.answers, 'result')).toEqual([]);
  });

  it('answer a repeated message in the same way, and process it once', async () => {
    const peer = await client.resolvePeer('twice_told');
    const one = await raw();
    const body = message(peer, 'Once', 4711);
    const id = one.send({ body });
    one.send({ body, id });
    await expect.poll(() => ofKind(one.answers, 'result').length).toBe(1);
    one.send({ body, id });
    await expect.poll(() => ofKind(one.answers, 'result').length).toBe(2);
    const [first, second] = one.answers.filter(({ body }) => body.readUInt32LE(0) === RPC_RESULT);
    expect(second).toEqual(first);
    expect(await client.getHistory('twice_told')).toHaveLength(1);
  });

  it('report message states, resend, and drop responses', async () => {
    const one = await raw();
    const id = one.send({ body: layered({ _: 'help.getNearestDc' }) });
    await expect.poll(() => ofKind(one.answers, 'result').length).toBe(1);
    one.send({ body: writeValue({ _: 'mt_msgs_state_req', msgIds: [longOf(id), longOf(8n)] } as { _: string }), seqNo: 3 });
    await expect.poll(() => ofKind(one.answers, 'mt_msgs_state_info')[0]?.['info']).toEqual(new Uint8Array([4, 2]));
    expect(ofKind(one.answers, 'result')).toHaveLength(2);
    const answer = one.answers.find(({ body }) => body.readUInt32LE(0) === RPC_RESULT);
    one.send({ body: writeValue({ _: 'mt_msg_resend_req', msgIds: [longOf(answer?.id ?? 0n)] } as { _: string }), seqNo: 5 });
    await expect.poll(() => ofKind(one.answers, 'result').length).toBe(3);
    const dropped = one.send({ body: writeValue({ _: 'mt_rpc_drop_answer', reqMsgId: longOf(id) } as { _: string }), seqNo: 7 });
    await expect
      .poll(() => ofKind(one.answers, 'result').find(({ to }) => to === dropped)?.['value'])
      .toMatchObject({ _: 'mt_rpc_answer_dropped' });
    one.send({ body: writeValue({ _: 'mt_get_future_salts', num: 3 } as { _: string }), seqNo: 9 });
    await expect.poll(() => one.answers.some(({ body }) => body.readUInt32LE(0) === 0xae500895 && body.length === 20 + 3 * 16)).toBe(true);
  });

  it('accept containers, and reject those with wrong lengths', async () => {
    const one = await raw();
    const inner = layered({ _: 'help.getNearestDc' });
    const enveloped = (id: bigint, length: number) => {
      const header = Buffer.alloc(16);
      header.writeBigUInt64LE(id);
      header.writeUInt32LE(1, 8);
      header.writeUInt32LE(length, 12);
      return Buffer.concat([header, inner]);
    };
    one.send({ body: container(enveloped(one.newId(), inner.length), enveloped(one.newId(), inner.length)), seqNo: 4 });
    await expect.poll(() => ofKind(one.answers, 'result').length).toBe(2);
    one.send({ body: container(enveloped(one.newId(), inner.length + 4)), seqNo: 4 });
    await expect.poll(() => ofKind(one.answers, 'mt_bad_msg_notification')).toEqual([expect.objectContaining({ errorCode: 64 })]);
  });

  it('bind a temporary key to the permanent one', async () => {
    const other = connectClient(telegram, { network: { usePfs: true, middlewares: [] } });
    try {
      await expect(signIn(telegram, other, { phone: '+79006660002' })).resolves.toMatchObject({ phoneNumber: '79006660002' });
      await expect(other.sendText('anna_petrova', 'Hello')).resolves.toMatchObject({ text: 'Hello' });
    } finally {
      await other.destroy();
    }
  });
});

const isServed = async () => (await client.call({ _: 'help.getNearestDc' }))._ === 'nearestDc';

function isReadOrRefused(bytes: Buffer): boolean {
  try {
    readObject(bytes);
    return true;
  } catch (error) {
    return error instanceof TlError;
  }
}

describe('hostile input', () => {
  const tags: [string, Buffer][] = [
    ['abridged', Buffer.of(0xef)],
    ['intermediate', Buffer.of(0xee, 0xee, 0xee, 0xee)],
    ['padded', Buffer.of(0xdd, 0xdd, 0xdd, 0xdd)],
    ['no transport at all', randomBytes(64)],
  ];
  const fillings: [string, Buffer][] = [0x00, 0x01, 0x7e, 0x7f, 0xff].map((byte) => [
    `0x${byte.toString(16)}`,
    Buffer.alloc(2 * 1024 * 1024, byte),
  ]);

  it('of 2 MB over an obfuscated connection ends that connection', async () => {
    const codec = new ObfuscatedPacketCodec(new IntermediatePacketCodec());
    codec.setup(new NodeCrypto(), new LogManager('test', platform));
    await endsWith(Buffer.from(await codec.tag()));
    expect(await isServed()).toBe(true);
  });

  it.each(tags)('of 2 MB over %s ends that connection only', async (_name, tag) => {
    await endsWith(tag);
    expect(await isServed()).toBe(true);
  });

  async function endsWith(tag: Buffer): Promise<void> {
    for (const [, filling] of fillings) {
      const socket = connect(telegram.port, telegram.host);
      socket.on('error', () => undefined);
      socket.resume();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(tag);
      socket.write(filling);
      await closed;
    }
  }

  it('with an unknown key is answered with -404', async () => {
    const socket = connect(telegram.port, telegram.host);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk as Buffer));
    socket.write(Buffer.concat([Buffer.of(0xef, 14), randomBytes(56)]));
    await once(socket, 'close');
    expect(Buffer.concat(chunks)).toEqual(Buffer.of(1, 0x6c, 0xfe, 0xff, 0xff));
  });

  it('in requests is answered with an error', async () => {
    const one = await raw();
    const bomb = gzip(deflateSync(Buffer.alloc(64 * 1024 * 1024)));
    const nonsense = [
      writeUints(0xdeadbeef, 1, 2, 3),
      writeUints(0x1cb5c415, 0xffffffff),
      Buffer.concat(Array.from({ length: 20_000 }, () => writeUints(0xda9b0d0d, 1))),
    ];
    const ids = nonsense.map((body, index) => one.send({ body, seqNo: index * 2 + 1 }));
    await expect.poll(() => ofKind(one.answers, 'result').map(({ to }) => to)).toEqual(ids);
    expect(ofKind(one.answers, 'result').map(({ value }) => value)).toEqual(
      nonsense.map(() => ({ _: 'mt_rpc_error', errorCode: 400, errorMessage: 'INPUT_FETCH_ERROR' })),
    );
    one.send({ body: bomb });
    await once(one.socket, 'close');
    await expect(client.call({ _: 'help.getNearestDc' })).resolves.toMatchObject({ _: 'nearestDc' });
  });

  it('is parsed as TL or rejected', () => {
    const request = message({ _: 'inputPeerSelf' }, 'Text', 5);
    const outcome = fc.check(
      fc.property(fc.nat(request.length - 1), fc.integer({ min: 0, max: 255 }), fc.nat(request.length), (at, byte, end) => {
        const changed = Buffer.from(request.subarray(0, end));
        if (at < end) changed[at] = byte;
        return isReadOrRefused(changed);
      }),
      { numRuns: 2000 },
    );
    expect(outcome.failed).toBe(false);
  });
});
