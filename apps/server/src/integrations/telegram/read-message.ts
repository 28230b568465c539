import type { tl } from '@mtcute/core';
import { storableText } from '@headwater/domain/storable-text';
import { customReaction, type TelegramKind } from '@headwater/domain/outreach/telegram';
import type { MessengerFile, MessengerMessage, MessengerUser, Reacted } from '#modules/messaging/telegram/messenger-port.ts';

const mediaNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/x-tgsticker': 'tgs',
};

export const momentOf = (seconds: number): Date => new Date(seconds * 1000);

export function userOf(user: tl.TypeUser): MessengerUser | undefined {
  if (user._ !== 'user') return undefined;
  const names = [user.firstName, user.lastName].flatMap((name) => name?.trim() || []);
  return {
    id: user.id,
    access: user.accessHash?.toString() ?? null,
    name: user.deleted ? '' : names.join(' ').slice(0, 255),
    username: (user.username ?? user.usernames?.find((each) => each.active)?.username)?.slice(0, 64) ?? null,
    isPremium: user.premium ?? false,
  };
}

export function pictureOf(photo: tl.RawPhoto): { type: string; size: number } | undefined {
  const sizes = photo.sizes.flatMap((size) => {
    if (size._ === 'photoSize') return [{ type: size.type, size: size.size }];
    return size._ === 'photoSizeProgressive' ? [{ type: size.type, size: size.sizes.at(-1) ?? 0 }] : [];
  });
  return sizes.toSorted((one, other) => other.size - one.size)[0];
}

type Attribute = tl.RawDocument['attributes'][number];

const kindOfAttribute: Readonly<Record<string, (attribute: Attribute) => TelegramKind>> = {
  documentAttributeAudio: (attribute) => ('voice' in attribute && attribute.voice ? 'voice' : 'audio'),
  documentAttributeVideo: (attribute) => ('roundMessage' in attribute && attribute.roundMessage ? 'video_message' : 'video'),
  documentAttributeAnimated: () => 'animation',
  documentAttributeSticker: () => 'sticker',
};
/** In order of precedence: a sticker may be animated, and an animation is a video. */
const strongest: readonly TelegramKind[] = ['sticker', 'animation', 'video_message', 'video', 'voice', 'audio'];

function kindOfDocument({ attributes }: tl.RawDocument): TelegramKind | null {
  const kinds = new Set(attributes.flatMap((attribute) => kindOfAttribute[attribute._]?.(attribute) ?? []));
  return strongest.find((kind) => kinds.has(kind)) ?? null;
}

function fileOf(media: tl.TypeMessageMedia | undefined): MessengerFile | null {
  if (media?._ === 'messageMediaDocument' && media.document?._ === 'document') {
    const { attributes, mimeType, size, id } = media.document;
    const named = attributes.find((each) => each._ === 'documentAttributeFilename');
    const kind = kindOfDocument(media.document)?.replace('_', '-') ?? 'file';
    const name = named?.fileName.trim() || `${kind}-${id.toString()}.${mediaNames[mimeType] ?? 'bin'}`;
    return { name: name.slice(-255), size, mediaType: mimeType };
  }
  if (media?._ === 'messageMediaPhoto' && media.photo?._ === 'photo') {
    return { name: `photo-${media.photo.id.toString()}.jpg`, size: pictureOf(media.photo)?.size ?? 0, mediaType: 'image/jpeg' };
  }
  return null;
}

const placeOf = (geo: tl.TypeGeoPoint): string => (geo._ === 'geoPoint' ? `${geo.lat.toFixed(6)}, ${geo.long.toFixed(6)}` : '');
const joined = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(', ');

interface MediaText {
  kind: TelegramKind | null;
  text: string;
}

function textOfMedia(media: tl.TypeMessageMedia | undefined): MediaText {
  switch (media?._) {
    case undefined:
    case 'messageMediaEmpty':
    case 'messageMediaPhoto':
    case 'messageMediaWebPage':
      return { kind: null, text: '' };
    case 'messageMediaDocument': {
      if (media.document?._ !== 'document') return { kind: 'other', text: '' };
      const sticker = media.document.attributes.find((each) => each._ === 'documentAttributeSticker');
      return { kind: kindOfDocument(media.document), text: sticker?.alt ?? '' };
    }
    case 'messageMediaContact': {
      const phone = media.phoneNumber === '' || media.phoneNumber.startsWith('+') ? media.phoneNumber : `+${media.phoneNumber}`;
      return { kind: 'contact', text: joined(`${media.firstName} ${media.lastName}`.trim(), phone) };
    }
    case 'messageMediaGeo':
    case 'messageMediaGeoLive':
      return { kind: 'location', text: placeOf(media.geo) };
    case 'messageMediaVenue':
      return { kind: 'location', text: joined(media.title, media.address, placeOf(media.geo)) };
    case 'messageMediaPoll':
      return { kind: 'poll', text: media.poll.question.text };
    default:
      return { kind: 'other', text: '' };
  }
}

const urlLength = 2048;

const bare = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Appends the addresses of text links in brackets. Offsets are in UTF-16 units. */
function withLinks(text: string, entities: readonly tl.TypeMessageEntity[] = []): string {
  const parts: string[] = [];
  let from = 0;
  for (const entity of entities.toSorted((one, other) => one.offset - other.offset)) {
    if (entity._ !== 'messageEntityTextUrl' || entity.url.length > urlLength) continue;
    const end = Math.min(text.length, entity.offset + entity.length);
    const shown = text.slice(entity.offset, end);
    if (end <= Math.max(from, entity.offset) || bare(shown.trim()) === bare(entity.url)) continue;
    const gap = /^[\s.,;:!?»”)]/.test(text.slice(end, end + 1) || ' ') ? '' : ' ';
    parts.push(text.slice(from, end), ` (${entity.url})${gap}`);
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

/** Ignores replies to other dialogs, which the account may not see. */
const answeredBy = (header: tl.TypeMessageReplyHeader | undefined): number | null =>
  header?._ === 'messageReplyHeader' && !header.replyToPeerId ? (header.replyToMsgId ?? null) : null;

const reactionLength = 32;
const mostReactions = 10;

const wordOf = (reaction: tl.TypeReaction): string[] => {
  if (reaction._ === 'reactionEmoji') return reaction.emoticon.length <= reactionLength ? [storableText(reaction.emoticon)] : [];
  return reaction._ === 'reactionCustomEmoji' ? [customReaction] : [];
};

/** Omits reactions of the own account. Telegram names the users only while there are few. */
function reactionsOf(reactions: tl.TypeMessageReactions | undefined, personId: number): string[] {
  if (!reactions) return [];
  const { recentReactions: recent, results } = reactions;
  const theirs = recent
    ? recent.filter(({ my, peerId }) => !my && peerId._ === 'peerUser' && peerId.userId === personId).map(({ reaction }) => reaction)
    : results.filter(({ count, chosenOrder }) => count > (chosenOrder === undefined ? 0 : 1)).map(({ reaction }) => reaction);
  return [...new Set(theirs.flatMap(wordOf))].slice(0, mostReactions);
}

export function messageOf(message: tl.TypeMessage): MessengerMessage | undefined {
  if (message._ !== 'message' || message.peerId._ !== 'peerUser') return undefined;
  const { kind, text } = textOfMedia(message.media);
  const { userId } = message.peerId;
  return {
    id: message.id,
    isOut: message.out ?? false,
    peerId: userId,
    sentAt: momentOf(message.date),
    text: withLinks(message.message, message.entities) || text,
    written: message.message || text,
    file: fileOf(message.media),
    kind,
    // Reactions also change a message; `editHide` marks such changes.
    editedAt: message.editDate === undefined || message.editHide ? null : momentOf(message.editDate),
    replyTo: answeredBy(message.replyTo),
    reactions: reactionsOf(message.reactions, userId),
  };
}

export function reactedOf({ peer, msgId: id, reactions }: tl.RawUpdateMessageReactions): Reacted | undefined {
  return peer._ === 'peerUser' ? { peerId: peer.userId, id, reactions: reactionsOf(reactions, peer.userId) } : undefined;
}

export function shortMessageOf({ id, out, userId, date, message, entities, replyTo }: tl.RawUpdateShortMessage): MessengerMessage {
  const rest = { file: null, kind: null, editedAt: null, replyTo: answeredBy(replyTo), reactions: [] };
  return { id, isOut: out ?? false, peerId: userId, sentAt: momentOf(date), text: withLinks(message, entities), written: message, ...rest };
}
