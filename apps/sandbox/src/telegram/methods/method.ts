import type { tl } from '@mtcute/core';
import { codeOfError } from '../faults.ts';
import type { Box, Dialog } from '../world/boxes.ts';
import type { Person } from '../world/people.ts';
import { bigOf } from '../wire/numbers.ts';
import type { AuthKey } from '../wire/keys.ts';
import { RpcError } from '../wire/requests.ts';
import type { Session } from '../wire/session.ts';
import type { World } from '../world/world.ts';

export type Caller = { world: World; session: Session; key: AuthKey };
export type Member = Caller & { self: Person; box: Box };

type Name = keyof tl.RpcCallReturn & tl.RpcMethod['_'];
type Request<Of extends Name> = Extract<tl.RpcMethod, { _: Of }>;
type Answer<Of extends Name> = tl.RpcCallReturn[Of] | Promise<tl.RpcCallReturn[Of]>;

export type Methods<Who> = { [Of in Name]?: (who: Who, request: Request<Of>) => Answer<Of> };

export const refused = (name: string): RpcError => new RpcError(codeOfError(name), name);

export function personOf({ world, self }: Member, peer: tl.TypeInputPeer | tl.TypeInputUser): Person {
  if (peer._ === 'inputPeerSelf' || peer._ === 'inputUserSelf') return self;
  if (peer._ !== 'inputPeerUser' && peer._ !== 'inputUser') throw refused('PEER_ID_INVALID');
  const person = world.people.find(peer.userId);
  const isShown = bigOf(peer.accessHash) === world.people.accessHash(self.id, peer.userId);
  if (!person || !isShown) throw refused('PEER_ID_INVALID');
  return person;
}

export const dialogWith = ({ world, box }: Member, person: Person): Dialog => world.boxes.dialog(box, person.id);
