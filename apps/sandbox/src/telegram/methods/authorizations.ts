import type { tl } from '@mtcute/core';
import { setOnline } from '../world/actions.ts';
import { bigOf, longOf } from '../wire/numbers.ts';
import type { AuthKey } from '../wire/keys.ts';
import { deviceOf } from './devices.ts';
import { type Member, type Methods, refused } from './method.ts';

export const authorizationMethods: Methods<Member> = {
  'account.getAuthorizations': (member) => ({
    _: 'account.authorizations',
    authorizationTtlDays: 180,
    authorizations: member.world.hub.keysOf(member.self.id).map((key) => authorizationOf(member, key)),
  }),
  'account.resetAuthorization': ({ world, self, key }, { hash }) => {
    const ended = world.hub.keysOf(self.id).find((one) => one.id === bigOf(hash));
    if (!ended || ended === key) throw refused('HASH_INVALID');
    endAuthorization(world, ended);
    return true;
  },
  'auth.resetAuthorizations': ({ world, self, key }) => {
    for (const one of world.hub.keysOf(self.id)) if (one !== key) endAuthorization(world, one);
    return true;
  },
  'account.updateStatus': ({ world, self }, { offline }) => {
    setOnline(world, self, !offline);
    return true;
  },
};

export function endAuthorization({ hub }: Member['world'], key: AuthKey): void {
  const userId = key.userId;
  if (userId === null) return;
  hub.publish(userId, { _: 'updatesTooLong' });
  hub.signOut(key);
}

function authorizationOf({ world, key: own }: Member, key: AuthKey): tl.RawAuthorization {
  const { model, system, version } = deviceOf(key);
  return {
    _: 'authorization',
    hash: longOf(key === own ? 0n : key.id),
    ...(key === own && { current: true }),
    deviceModel: model,
    platform: system,
    systemVersion: system,
    apiId: world.application.id,
    appName: 'Headwater',
    appVersion: version,
    dateCreated: key.madeAt,
    dateActive: world.seconds(),
    ip: '127.0.0.1',
    country: '',
    region: '',
  };
}
