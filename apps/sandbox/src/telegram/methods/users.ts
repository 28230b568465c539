import type { tl } from '@mtcute/core';
import { isUsername, type Person } from '../world/people.ts';
import { peerOf, userOf, usersOf } from '../world/views.ts';
import { longOf } from '../wire/numbers.ts';
import { dialogWith, type Member, type Methods, personOf, refused } from './method.ts';

export const userMethods: Methods<Member> = {
  'users.getUsers': (member, { id }) =>
    id.map((one) => {
      try {
        return userOf(member.world, personOf(member, one), member.self.id);
      } catch {
        return { _: 'userEmpty', id: one._ === 'inputUser' ? one.userId : 0 } as const;
      }
    }),
  'users.getFullUser': (member, { id }) => {
    const person = personOf(member, id);
    const fullUser: tl.RawUserFull = {
      _: 'userFull',
      id: person.id,
      ...(member.box.dialogs.get(person.id)?.isBlocked && { blocked: true }),
      ...(person.trait === 'premium' && { contactRequirePremium: true }),
      settings: { _: 'peerSettings' },
      notifySettings: { _: 'peerNotifySettings' },
      commonChatsCount: 0,
    };
    return { _: 'users.userFull', fullUser, chats: [], users: usersOf(member.world, member.self.id, [person.id]) };
  },
  'contacts.resolveUsername': ({ world, self }, { username }) => {
    if (!isUsername(username)) throw refused('USERNAME_INVALID');
    const person = world.people.byUsername(username);
    if (!person) throw refused('USERNAME_NOT_OCCUPIED');
    return person.trait === 'channel'
      ? channelOf(person)
      : { _: 'contacts.resolvedPeer', peer: peerOf(person.id), chats: [], users: [userOf(world, person, self.id)] };
  },
  'contacts.resolvePhone': ({ world, self }, { phone }) => {
    const person = world.people.byPhone(phone.replaceAll(/\D/g, ''));
    if (!person) throw refused('PHONE_NOT_OCCUPIED');
    return { _: 'contacts.resolvedPeer', peer: peerOf(person.id), chats: [], users: [userOf(world, person, self.id)] };
  },
  'contacts.getContacts': () => ({ _: 'contacts.contacts', contacts: [], savedCount: 0, users: [] }),
  'contacts.getStatuses': () => [],
  'contacts.block': (member, { id }) => setBlocked(member, id, true),
  'contacts.unblock': (member, { id }) => setBlocked(member, id, false),
};

function setBlocked(member: Member, id: tl.TypeInputPeer, isBlocked: boolean): boolean {
  member.world.boxes.setBlocked(member.box, dialogWith(member, personOf(member, id)), isBlocked);
  return true;
}

/** A username may belong to a channel, which accepts no messages. */
function channelOf({ id, username, firstName }: Person): tl.contacts.RawResolvedPeer {
  const channel: tl.RawChannel = {
    _: 'channel',
    id: id % 1_000_000_000,
    accessHash: longOf(BigInt(id)),
    broadcast: true,
    title: firstName,
    username: username ?? '',
    photo: { _: 'chatPhotoEmpty' },
    date: 0,
  };
  return { _: 'contacts.resolvedPeer', peer: { _: 'peerChannel', channelId: channel.id }, chats: [channel], users: [] };
}
