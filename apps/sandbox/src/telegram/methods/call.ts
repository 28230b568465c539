import type { mtp, tl } from '@mtcute/core';
import { codeOfError } from '../faults.ts';
import type { World } from '../world/world.ts';
import { openOldMessage, sha1 } from '../wire/crypto.ts';
import type { AuthKey, KeyRing } from '../wire/keys.ts';
import { bigOf } from '../wire/numbers.ts';
import { type Answer, type Call, RpcError } from '../wire/requests.ts';
import type { Session } from '../wire/session.ts';
import { readObject, type TlValue } from '../wire/tl.ts';
import { authMethods } from './auth.ts';
import { recordDevice } from './devices.ts';
import { authorizationMethods } from './authorizations.ts';
import { helpMethods } from './help.ts';
import { historyMethods } from './history.ts';
import { type Caller, type Member, refused } from './method.ts';
import { sendingMethods } from './sending.ts';
import { userMethods } from './users.ts';

type Handler<Who> = (who: Who, request: tl.RpcMethod) => TlValue | Promise<TlValue>;

const open = new Map(Object.entries({ ...helpMethods, ...authMethods })) as Map<string, Handler<Caller>>;
const members = new Map(
  Object.entries({ ...userMethods, ...sendingMethods, ...historyMethods, ...authorizationMethods }),
) as unknown as Map<string, Handler<Member>>;

export const METHODS = [...open.keys(), ...members.keys()];

export function createCalls(world: World, keys: KeyRing): (call: Call) => Promise<Answer> {
  return async (call) => {
    const { session } = call;
    const { request, wantsUpdates } = await unwrap(world, call);
    if (request._ === 'auth.bindTempAuthKey') return { value: bind(keys, call, request), fate: 'sent' };
    if (session.layer === null) throw refused('CONNECTION_NOT_INITED');
    const key = keys.permanentOf(call.key);
    if (!key) throw new RpcError(401, 'AUTH_KEY_PERM_EMPTY');
    if (wantsUpdates && key.userId !== null) session.wantsUpdates = true;
    return withFaults(world, { key, session, request });
  };
}

type Unwrapped = { request: tl.RpcMethod; wantsUpdates: boolean };

/** Unwraps a request from invokeWithLayer and similar methods. */
async function unwrap(world: World, { session, key, request: wrapped }: Call): Promise<Unwrapped> {
  let request = wrapped as tl.RpcMethod;
  let wantsUpdates = true;
  while (isWrapping(request)) {
    if (request._ === 'invokeWithLayer') session.layer = request.layer;
    else if (request._ === 'invokeWithoutUpdates') wantsUpdates = false;
    else if (request._ === 'invokeAfterMsg') await others(session, [request.msgId]);
    else if (request._ === 'invokeAfterMsgs') await others(session, request.msgIds);
    else if (request._ === 'initConnection') {
      if (request.apiId !== world.application.id) throw refused('CONNECTION_API_ID_INVALID');
      recordDevice(key, { model: request.deviceModel, system: request.systemVersion, version: request.appVersion });
    }
    request = request.query as tl.RpcMethod;
  }
  if (typeof request?._ !== 'string') throw refused('INPUT_METHOD_INVALID');
  return { request, wantsUpdates };
}

type Wrapping = Extract<tl.RpcMethod, { query: unknown }> & { _: `invoke${string}` | 'initConnection' };

const isWrapping = (request: tl.RpcMethod): request is Wrapping => /^(?:invoke|initConnection$)/.test(request?._ ?? '');

async function others(session: Session, ids: tl.Long[]): Promise<void> {
  for (const id of ids) {
    const earlier = session.received.get(bigOf(id));
    if (!(await earlier?.settled)) throw new RpcError(400, 'MSG_WAIT_FAILED');
  }
}

type Called = { key: AuthKey; session: Session; request: tl.RpcMethod };

async function withFaults(world: World, called: Called): Promise<Answer> {
  const { key, request } = called;
  const self = key.userId === null ? null : world.people.find(key.userId);
  const phone = self?.phone ?? ('phoneNumber' in request ? request.phoneNumber.replaceAll(/\D/g, '') : null);
  const fault = world.faults.take(request._, phone);
  if (fault && fault.milliseconds > 0) await world.faults.delay(fault.milliseconds);
  if (fault?.error) {
    if (key.userId !== null && /^(?:AUTH_KEY_UNREGISTERED|AUTH_KEY_DUPLICATED|SESSION_REVOKED|SESSION_EXPIRED)$/.test(fault.error))
      world.hub.signOut(key);
    throw new RpcError(codeOfError(fault.error), fault.error);
  }
  if (fault?.fate === 'unheard') return { value: true, fate: 'lost' };
  return { value: await handle(world, called), fate: fault?.fate ?? 'sent' };
}

/** Methods that fail for a frozen account; reading and receiving stay possible. */
const notWhileFrozen = /^messages\.(?:send|upload|read|setTyping)|^upload\.save|^contacts\.(?:resolve|block|unblock)/;

function handle(world: World, { key, session, request }: Called): TlValue | Promise<TlValue> {
  const anyone = open.get(request._);
  if (anyone) return anyone({ world, session, key }, request);
  const self = key.userId === null ? null : world.people.find(key.userId);
  if (!self) throw refused('AUTH_KEY_UNREGISTERED');
  const member = members.get(request._);
  if (!member) throw refused('INPUT_METHOD_INVALID');
  if (self.frozenSince !== null && notWhileFrozen.test(request._)) throw refused('FROZEN_METHOD_INVALID');
  return member({ world, session, key, self, box: world.boxes.of(self.id) }, request);
}

/** https://core.telegram.org/method/auth.bindTempAuthKey */
function bind(keys: KeyRing, { key, session, messageId }: Call, request: tl.auth.RawBindTempAuthKeyRequest): boolean {
  const permanent = keys.find(bigOf(request.permAuthKeyId));
  const message = Buffer.from(request.encryptedMessage);
  if (!permanent || permanent.expiresAt !== null || key.expiresAt === null || message.length < 24 + 64 || message.length % 16 !== 8)
    throw refused('ENCRYPTED_MESSAGE_INVALID');
  const plain = openOldMessage(permanent.secret, message.subarray(8, 24), message.subarray(24));
  const length = plain.readUInt32LE(28);
  const isOwn =
    sha1(plain.subarray(0, 32 + length))
      .subarray(4, 20)
      .equals(message.subarray(8, 24)) && plain.readBigUInt64LE(16) === messageId;
  const inner = isOwn ? (readObject(plain.subarray(32, 32 + length)) as mtp.TlObject) : null;
  const isBound =
    inner?._ === 'mt_bind_auth_key_inner' &&
    bigOf(inner.tempAuthKeyId) === key.id &&
    bigOf(inner.permAuthKeyId) === permanent.id &&
    bigOf(inner.nonce) === bigOf(request.nonce) &&
    bigOf(inner.tempSessionId) === session.id;
  if (!isBound) throw refused('ENCRYPTED_MESSAGE_INVALID');
  key.permanent = permanent.id;
  key.expiresAt = Math.min(key.expiresAt, request.expiresAt);
  return true;
}
