import type { tl } from '@mtcute/core';
import type { FileFacts, StoredFile } from '../world/files.ts';
import type { Person } from '../world/people.ts';
import { traitOfPhone } from '../world/special.ts';
import { documentOf, newMessageUpdate, updatesOf } from '../world/views.ts';
import { rename, send } from '../world/actions.ts';
import { bigOf } from '../wire/numbers.ts';
import { type Member, type Methods, personOf, refused } from './method.ts';

const LONGEST_TEXT = 4096;
const LONGEST_CAPTION = 1024;
const LARGEST_PART = 512 * 1024;
const MOST_PARTS = 4000;

type Sent = {
  randomId: tl.RawUpdateMessageID['randomId'];
  message: string;
  entities?: tl.TypeMessageEntity[];
  scheduleDate?: number;
  replyTo?: tl.TypeInputReplyTo;
};

export const sendingMethods: Methods<Member> = {
  'messages.sendMessage': (member, request) => {
    const to = recipientOf(member, request.peer, request);
    if (request.message.trim() === '') throw refused('MESSAGE_EMPTY');
    if (lengthOf(request.message) > LONGEST_TEXT) throw refused('MESSAGE_TOO_LONG');
    const { id, pts, date, entities } = deliver(member, { to, sent: request, file: null });
    return { _: 'updateShortSentMessage', out: true, id, pts, ptsCount: 1, date, ...(entities.length > 0 && { entities }) };
  },
  'messages.sendMedia': async (member, request) => {
    const to = recipientOf(member, request.peer, request);
    if (lengthOf(request.message) > LONGEST_CAPTION) throw refused('MEDIA_CAPTION_TOO_LONG');
    const file = await fileOf(member, request.media);
    // A concurrent call may have used the random id during the upload.
    refuseRepeated(member, request);
    const message = deliver(member, { to, sent: request, file });
    const updates: tl.TypeUpdate[] = [
      { _: 'updateMessageID', id: message.id, randomId: request.randomId },
      newMessageUpdate(member.world, member.self.id, message),
    ];
    return updatesOf(member.world, member.self.id, { updates, ids: [to.id] });
  },
  'messages.uploadMedia': async (member, { media }) => ({ _: 'messageMediaDocument', document: documentOf(await fileOf(member, media)) }),
  'messages.setTyping': (member, { peer }) => {
    personOf(member, peer);
    return true;
  },
  'upload.saveFilePart': (member, { fileId, filePart, bytes }) => savePart(member, { fileId, filePart, bytes }),
  'upload.saveBigFilePart': (member, { fileId, filePart, bytes }) => savePart(member, { fileId, filePart, bytes }),
  'upload.getFile': async ({ world }, { location, offset, limit, precise }) => {
    if (location._ !== 'inputDocumentFileLocation') throw refused('LOCATION_INVALID');
    const file = world.files.find(String(bigOf(location.id)));
    if (!file || String(bigOf(location.accessHash)) !== file.accessHash) throw refused('FILE_ID_INVALID');
    const step = precise ? 1024 : 4096;
    if (limit <= 0 || limit % step !== 0 || limit > 1024 * 1024) throw refused('LIMIT_INVALID');
    if (offset < 0 || offset % step !== 0) throw refused('OFFSET_INVALID');
    return { _: 'upload.file', type: { _: 'storage.filePartial' }, mtime: file.date, bytes: await world.files.read(file, offset, limit) };
  },
};

/** Telegram counts UTF-16 units. */
const lengthOf = (text: string): number => text.length;

function refuseRepeated({ box }: Member, { randomId }: Sent): void {
  if (bigOf(randomId) === 0n) throw refused('RANDOM_ID_EMPTY');
  if (box.sent.has(String(bigOf(randomId)))) throw refused('RANDOM_ID_DUPLICATE');
}

function answeredBy({ box }: Member, to: Person, { replyTo }: Sent): number | undefined {
  if (replyTo?._ !== 'inputReplyToMessage') return undefined;
  if (box.messages.get(replyTo.replyToMsgId)?.peer !== to.id) throw refused('REPLY_MESSAGE_ID_INVALID');
  return replyTo.replyToMsgId;
}

function recipientOf(member: Member, peer: tl.TypeInputPeer, sent: Sent): Person {
  const to = personOf(member, peer);
  refuseRepeated(member, sent);
  if (sent.scheduleDate !== undefined) throw refused('SCHEDULE_DATE_INVALID');
  const { world, self, box } = member;
  const isNew = (box.dialogs.get(to.id)?.ids.length ?? 0) === 0;
  if (to.trait === 'deleted') throw refused('INPUT_USER_DEACTIVATED');
  if (to.trait === 'private') throw refused('USER_PRIVACY_RESTRICTED');
  if (to.trait === 'stars') throw refused('ALLOW_PAYMENT_REQUIRED_50');
  if (to.trait === 'premium') throw refused('PRIVACY_PREMIUM_REQUIRED');
  if (to.trait === 'blocked' || world.boxes.of(to.id).dialogs.get(self.id)?.isBlocked) throw refused('USER_IS_BLOCKED');
  if (box.dialogs.get(to.id)?.isBlocked) throw refused('YOU_BLOCKED_USER');
  if (isNew && (to.trait === 'flood' || traitOfPhone(self.phone ?? '') === 'peer_flood')) throw refused('PEER_FLOOD');
  return to;
}

function deliver(member: Member, { to, sent, file }: { to: Person; sent: Sent; file: StoredFile | null }) {
  const { world, self, session, key } = member;
  const message = send(world, {
    from: self,
    to,
    text: sent.message,
    // Clients send mentions by name with an access hash of the sender.
    entities: sent.entities?.filter(({ _ }) => _ !== 'inputMessageEntityMentionName') ?? [],
    fileId: file?.id ?? null,
    replyTo: answeredBy(member, to, sent),
    randomId: String(bigOf(sent.randomId)),
    keyId: String(key.id),
    by: session,
  });
  if (to.trait === 'renamed' && to.username?.endsWith('_renamed')) rename(world, to, `${to.username.slice(0, -'_renamed'.length)}_new`);
  return message;
}

type Part = { fileId: tl.RawUpdateMessageID['randomId']; filePart: number; bytes: Uint8Array };

async function savePart({ world, self }: Member, { fileId, filePart, bytes }: Part): Promise<boolean> {
  if (filePart < 0 || filePart >= MOST_PARTS) throw refused('FILE_PART_INVALID');
  if (bytes.length === 0) throw refused('FILE_PART_EMPTY');
  if (bytes.length > LARGEST_PART) throw refused('FILE_PART_TOO_BIG');
  const isTaken = await world.files.savePart(uploadOf(self, fileId), filePart, bytes);
  if (!isTaken) throw refused('FILE_PARTS_INVALID');
  return true;
}

const uploadOf = (self: Person, fileId: Part['fileId']): string => `${self.id}-${bigOf(fileId)}`;

async function fileOf(member: Member, media: tl.TypeInputMedia): Promise<StoredFile> {
  const { world, self } = member;
  if (media._ === 'inputMediaDocument' && media.id._ === 'inputDocument') {
    const known = world.files.find(String(bigOf(media.id.id)));
    if (!known || String(bigOf(media.id.accessHash)) !== known.accessHash) throw refused('MEDIA_INVALID');
    return known;
  }
  if (media._ !== 'inputMediaUploadedDocument' && media._ !== 'inputMediaUploadedPhoto') throw refused('MEDIA_INVALID');
  if (media.file._ !== 'inputFile' && media.file._ !== 'inputFileBig') throw refused('MEDIA_INVALID');
  const { id, parts, name } = media.file;
  if (parts <= 0 || parts > MOST_PARTS) throw refused('FILE_PARTS_INVALID');
  const made = await world.files.assemble(uploadOf(self, id), parts, factsOf(media, { name, date: world.seconds() }));
  if ('missing' in made) throw refused(`FILE_PART_${made.missing}_MISSING`);
  return made;
}

const LASTING = new Set(['documentAttributeFilename', 'documentAttributeImageSize', 'documentAttributeAnimated']);

type Uploaded = tl.RawInputMediaUploadedDocument | tl.RawInputMediaUploadedPhoto;

function factsOf(media: Uploaded, { name, date }: { name: string; date: number }): FileFacts {
  if (media._ === 'inputMediaUploadedPhoto') return { name: name || 'photo.jpg', mimeType: 'image/jpeg', date };
  const named = media.attributes.find((attribute) => attribute._ === 'documentAttributeFilename');
  return { name: named?.fileName ?? name, mimeType: media.mimeType, date, attributes: media.attributes.filter(({ _ }) => LASTING.has(_)) };
}
