import type { tl } from '@mtcute/core';
import { CODE_LENGTH, CODE_LIFETIME, MOST_ATTEMPTS, type SentCode } from '../world/sign-ins.ts';
import { type Person, SERVICE_ID } from '../world/people.ts';
import { DEMO_PASSWORD, traitOfPhone } from '../world/special.ts';
import { userOf } from '../world/views.ts';
import { send } from '../world/actions.ts';
import type { World } from '../world/world.ts';
import { bigOf, longOf } from '../wire/numbers.ts';
import { GENERATOR, PRIME } from '../wire/group.ts';
import { type Caller, type Methods, refused } from './method.ts';
import { type Challenge, challenge, isProved, verifierOf } from './srp.ts';
import { randomBytes } from 'node:crypto';

type Pending = { person: Person; challenge: Challenge | null };
const pendings = new WeakMap<object, Pending>();

const FLOOD_SECONDS = 300;

export const authMethods: Methods<Caller> = {
  'auth.sendCode': ({ world }, { phoneNumber, apiId, apiHash }) => {
    if (apiId !== world.application.id || apiHash !== world.application.hash) throw refused('API_ID_INVALID');
    const phone = phoneOf(phoneNumber);
    const trait = traitOfPhone(phone);
    if (trait === 'banned') throw refused('PHONE_NUMBER_BANNED');
    if (trait === 'flood') throw refused(`FLOOD_WAIT_${FLOOD_SECONDS}`);
    return sentCodeOf(sendCode(world, phone, 'app'));
  },
  'auth.resendCode': ({ world }, { phoneNumber, phoneCodeHash }) => {
    const sent = codeOf(world, phoneNumber, phoneCodeHash);
    return sentCodeOf(sendCode(world, sent.phone, 'sms'));
  },
  'auth.cancelCode': ({ world }, { phoneNumber, phoneCodeHash }) => {
    world.signIns.cancel(codeOf(world, phoneNumber, phoneCodeHash));
    return true;
  },
  'auth.signIn': async (caller, { phoneNumber, phoneCodeHash, phoneCode }) => {
    const { world } = caller;
    const sent = codeOf(world, phoneNumber, phoneCodeHash);
    checkCode(world, sent, phoneCode ?? '');
    if (traitOfPhone(sent.phone) === 'unoccupied' && !world.people.byPhone(sent.phone)) return { _: 'auth.authorizationSignUpRequired' };
    sent.isUsed = true;
    const person = await accountOf(world, sent.phone);
    if (!person.password) return signedIn(caller, person);
    pendings.set(caller.key, { person, challenge: null });
    throw refused('SESSION_PASSWORD_NEEDED');
  },
  'auth.signUp': (caller, { phoneNumber, phoneCodeHash, firstName, lastName }) => {
    const { world } = caller;
    const sent = codeOf(world, phoneNumber, phoneCodeHash);
    if (firstName.trim() === '') throw refused('FIRSTNAME_INVALID');
    if (world.people.byPhone(sent.phone)) throw refused('PHONE_NUMBER_OCCUPIED');
    sent.isUsed = true;
    return signedIn(caller, world.people.add({ phone: sent.phone, firstName: firstName.trim(), lastName: lastName.trim() }));
  },
  'account.getPassword': ({ world, key }) => {
    const pending = pendings.get(key);
    const person = pending?.person ?? (key.userId === null ? null : world.people.find(key.userId));
    if (!person) throw refused('AUTH_KEY_UNREGISTERED');
    return passwordOf(person, pending);
  },
  'auth.checkPassword': (caller, { password: proof }) => {
    const pending = pendings.get(caller.key);
    const password = pending?.person.password;
    if (!pending || !password) throw refused('PASSWORD_EMPTY');
    if (proof._ !== 'inputCheckPasswordSRP') throw refused('PASSWORD_HASH_INVALID');
    if (!pending.challenge || bigOf(proof.srpId) !== pending.challenge.id) throw refused('SRP_ID_INVALID');
    const challenged = pending.challenge;
    pending.challenge = null;
    if (!isProved(password, challenged, proof)) throw refused('PASSWORD_HASH_INVALID');
    pendings.delete(caller.key);
    return signedIn(caller, pending.person);
  },
  'auth.logOut': ({ world, key }) => {
    world.hub.signOut(key);
    return { _: 'auth.loggedOut' };
  },
};

function phoneOf(written: string): string {
  const phone = written.replaceAll(/[\s()+.-]/g, '');
  if (!/^[1-9]\d{6,14}$/.test(phone) || traitOfPhone(phone) === 'invalid') throw refused('PHONE_NUMBER_INVALID');
  return phone;
}

function sendCode(world: World, phone: string, first: SentCode['way']): SentCode {
  const person = world.people.byPhone(phone);
  const isElsewhere = traitOfPhone(phone) === 'elsewhere' || (person !== null && world.hub.keysOf(person.id).length > 0);
  const sent = world.signIns.send(phone, first === 'app' && isElsewhere ? 'app' : 'sms');
  const service = world.people.find(SERVICE_ID);
  if (sent.way === 'app' && person && service)
    send(world, {
      from: service,
      to: person,
      text: `Login code: ${sent.code}. Do not give this code to anyone, even if they say they are from Telegram!`,
    });
  return sent;
}

function sentCodeOf({ way, hash }: SentCode): tl.auth.RawSentCode {
  const type = way === 'app' ? 'auth.sentCodeTypeApp' : 'auth.sentCodeTypeSms';
  return {
    _: 'auth.sentCode',
    type: { _: type, length: CODE_LENGTH },
    phoneCodeHash: hash,
    ...(way === 'app' && { nextType: { _: 'auth.codeTypeSms' } }),
    timeout: 60,
  };
}

function codeOf(world: World, phoneNumber: string, hash: string): SentCode {
  const phone = phoneOf(phoneNumber);
  if (hash === '') throw refused('PHONE_CODE_HASH_EMPTY');
  const sent = world.signIns.find(phone, hash);
  if (!sent) throw refused('PHONE_CODE_EXPIRED');
  return sent;
}

function checkCode(world: World, sent: SentCode, code: string): void {
  if (code === '') throw refused('PHONE_CODE_EMPTY');
  const isOver = world.seconds() > sent.sentAt + CODE_LIFETIME || sent.attempts >= MOST_ATTEMPTS;
  if (isOver || traitOfPhone(sent.phone) === 'expired') throw refused('PHONE_CODE_EXPIRED');
  if (code === sent.code) return;
  sent.attempts += 1;
  throw refused('PHONE_CODE_INVALID');
}

/** Every phone has an account, except the special one without. */
async function accountOf(world: World, phone: string): Promise<Person> {
  const known = world.people.byPhone(phone);
  if (known) return known;
  const password = traitOfPhone(phone) === 'password' ? await verifierOf(DEMO_PASSWORD, 'What this is') : null;
  const frozenSince = traitOfPhone(phone) === 'frozen' ? world.seconds() : null;
  return world.people.byPhone(phone) ?? world.people.add({ phone, firstName: 'Account', lastName: phone.slice(-4), password, frozenSince });
}

function signedIn({ world, key, session }: Caller, person: Person): tl.auth.RawAuthorization {
  world.hub.signIn(key, person.id);
  session.wantsUpdates = true;
  return { _: 'auth.authorization', user: userOf(world, person, person.id) };
}

const algorithm = (salt1: Uint8Array, salt2: Uint8Array): tl.TypePasswordKdfAlgo => ({
  _: 'passwordKdfAlgoSHA256SHA256PBKDF2HMACSHA512iter100000SHA256ModPow',
  salt1,
  salt2,
  g: GENERATOR,
  p: PRIME,
});

function passwordOf(person: Person, pending: Pending | undefined): tl.account.RawPassword {
  const base = {
    _: 'account.password' as const,
    newAlgo: algorithm(randomBytes(8), randomBytes(16)),
    newSecureAlgo: { _: 'securePasswordKdfAlgoUnknown' as const },
    secureRandom: randomBytes(256),
  };
  if (!person.password) return base;
  const challenged = challenge(person.password);
  if (pending) pending.challenge = challenged;
  return {
    ...base,
    hasPassword: true,
    currentAlgo: algorithm(Buffer.from(person.password.salt1, 'hex'), Buffer.from(person.password.salt2, 'hex')),
    srpB: challenged.element,
    srpId: longOf(challenged.id),
    hint: person.password.hint,
  };
}
