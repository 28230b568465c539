import type { tl } from '@mtcute/core';
import { describe, expect, it } from 'vitest';
import type { MessengerEvents } from '#modules/messaging/telegram/messenger-port.ts';
import { messageOf } from './read-message.ts';
import { createSequence, readUpdates } from './read-updates.ts';

const long = { toString: () => '1' } as unknown as tl.RawDocument['id'];
const message = (media: unknown, text = ''): tl.RawMessage =>
  ({ _: 'message', id: 7, peerId: { _: 'peerUser', userId: 1 }, date: 1_700_000_000, message: text, media }) as tl.RawMessage;
const document = (mimeType: string, ...attributes: unknown[]) => ({
  _: 'messageMediaDocument',
  document: { _: 'document', id: long, mimeType, size: 10, attributes },
});
const geo = { _: 'geoPoint', lat: 55.755_826, long: 37.6173 };
const text = (words: string) => ({ _: 'textWithEntities', text: words, entities: [] });
const named = (name: string) => ({ _: 'documentAttributeFilename', fileName: name });

describe('non-text content', () => {
  it.each<[string, unknown, object]>([
    ['a voice message', document('audio/ogg', { _: 'documentAttributeAudio', voice: true, duration: 3 }), { kind: 'voice' }],
    ['a song', document('audio/mpeg', { _: 'documentAttributeAudio', duration: 3 }), { kind: 'audio' }],
    ['a round video', document('video/mp4', { _: 'documentAttributeVideo', roundMessage: true }), { kind: 'video_message' }],
    ['a video', document('video/mp4', { _: 'documentAttributeVideo' }), { kind: 'video' }],
    ['a GIF', document('video/mp4', { _: 'documentAttributeVideo' }, { _: 'documentAttributeAnimated' }), { kind: 'animation' }],
    [
      'an animated sticker',
      document('video/webm', { _: 'documentAttributeVideo' }, { _: 'documentAttributeSticker', alt: '👍' }),
      { kind: 'sticker', text: '👍' },
    ],
    [
      'a contact',
      { _: 'messageMediaContact', firstName: 'Вера', lastName: 'Ильина', phoneNumber: '79990000001' },
      { kind: 'contact', text: 'Вера Ильина, +79990000001' },
    ],
    [
      'a contact without a surname',
      { _: 'messageMediaContact', firstName: 'Ann', lastName: '', phoneNumber: '' },
      { kind: 'contact', text: 'Ann' },
    ],
    ['a location', { _: 'messageMediaGeo', geo }, { kind: 'location', text: '55.755826, 37.617300' }],
    ['a live location', { _: 'messageMediaGeoLive', geo }, { kind: 'location', text: '55.755826, 37.617300' }],
    ['an empty location', { _: 'messageMediaGeo', geo: { _: 'geoPointEmpty' } }, { kind: 'location', text: '' }],
    [
      'a venue',
      { _: 'messageMediaVenue', geo, title: 'Café', address: 'Main St 1' },
      { kind: 'location', text: 'Café, Main St 1, 55.755826, 37.617300' },
    ],
    ['a poll', { _: 'messageMediaPoll', poll: { question: text('When?') } }, { kind: 'poll', text: 'When?' }],
    ['a game', { _: 'messageMediaGame' }, { kind: 'other', text: '' }],
    ['a file', document('application/pdf', named('cv.pdf')), { kind: null, text: '' }],
    ['a link', { _: 'messageMediaWebPage' }, { kind: null, text: '' }],
    ['words', undefined, { kind: null, text: '' }],
  ])('%s has a label', (_name, media, expected) => {
    expect(messageOf(message(media))).toMatchObject(expected);
  });

  it('is labelled by its caption', () => {
    const media = document('video/mp4', { _: 'documentAttributeVideo' });
    expect(messageOf(message(media, 'Look'))).toMatchObject({ kind: 'video', text: 'Look', file: { name: 'video-1.mp4' } });
    expect(messageOf(message(document('video/mp4', { _: 'documentAttributeVideo' }, named('a.mp4'))))?.file?.name).toBe('a.mp4');
  });
});

const link = (words: string, shown: string, url: string) => ({
  _: 'messageEntityTextUrl',
  offset: words.indexOf(shown),
  length: shown.length,
  url,
});
const read = (words: string, entities: object[]) => messageOf({ ...message(undefined, words), entities } as tl.RawMessage)?.text;

describe('a text link', () => {
  it('is appended in brackets, also after emoji and several times', () => {
    const words = '👋 My work and code, in full';
    const links = [link(words, 'code', 'https://git.test/ann'), link(words, 'My work', 'https://ann.test/cv')];
    expect(read(words, links)).toBe('👋 My work (https://ann.test/cv) and code (https://git.test/ann), in full');
    expect(read('Резюме', [link('Резюме', 'Резюме', 'https://пример.рф/')])).toBe('Резюме (https://пример.рф/)');
  });

  it('is omitted if the text is the address, but not if the text differs', () => {
    expect(read('See ann.test', [link('See ann.test', 'ann.test', 'https://ann.test/')])).toBe('See ann.test');
    expect(read('See ann.test', [link('See ann.test', 'ann.test', 'https://evil.test/')])).toBe('See ann.test (https://evil.test/)');
    expect(read('contact.com', [link('contact.com', 'contact.com', 'https://t.co')])).toBe('contact.com (https://t.co)');
  });

  it('is separated from the following text, and the original text is available without it', () => {
    const words = 'GitHub/CV— look.';
    const links = [link(words, 'GitHub', 'https://git.test/ann'), link(words, 'CV', 'https://a.test')];
    expect(read(words, links)).toBe('GitHub (https://git.test/ann) /CV (https://a.test) — look.');
    expect(messageOf({ ...message(undefined, words), entities: links } as unknown as tl.RawMessage)?.written).toBe(words);
  });

  it('ignores invalid and overlapping positions, and overlong addresses', () => {
    const odd = [
      { _: 'messageEntityTextUrl', offset: 50, length: 5, url: 'https://a.test' },
      { _: 'messageEntityTextUrl', offset: 0, length: 0, url: 'https://b.test' },
      { _: 'messageEntityTextUrl', offset: 0, length: 2, url: `https://c.test/${'a'.repeat(3000)}` },
      { _: 'messageEntityBold', offset: 0, length: 2 },
    ];
    expect(read('Word', odd)).toBe('Word');
    const both = [0, 1].map((offset) => ({ _: 'messageEntityTextUrl', offset, length: 3, url: `https://${offset}.test` }));
    expect(read('Word', both)).toBe('Wor (https://0.test) d (https://1.test)');
  });
});

const emoji = (emoticon: string) => ({ _: 'reactionEmoji', emoticon });
const count = (reaction: object, more: object = {}) => ({ _: 'reactionCount', reaction, count: 1, ...more });
const byPeer = (reaction: object, more: object = {}) => ({
  _: 'messagePeerReaction',
  peerId: { _: 'peerUser', userId: 1 },
  date: 1,
  reaction,
  ...more,
});

const reactionsIn = (reactions: object) =>
  messageOf({ ...message(undefined, 'Hi'), reactions: { _: 'messageReactions', results: [], ...reactions } } as unknown as tl.RawMessage)
    ?.reactions;

describe('reactions', () => {
  it('are those of the person, without duplicates, also if Telegram reports only counts', () => {
    expect(messageOf(message(undefined, 'Hi'))?.reactions).toEqual([]);
    expect(reactionsIn({ recentReactions: [byPeer(emoji('👍')), byPeer(emoji('🔥'), { my: true }), byPeer(emoji('👍'))] })).toEqual(['👍']);
    const results = [count(emoji('👍')), count(emoji('👎'), { chosenOrder: 0 }), count(emoji('🎉'), { count: 2, chosenOrder: 1 })];
    expect(reactionsIn({ results })).toEqual(['👍', '🎉']);
  });

  it('are distinguished from custom emoji, and limited', () => {
    expect(
      reactionsIn({ recentReactions: [byPeer({ _: 'reactionCustomEmoji', documentId: long }), byPeer({ _: 'reactionEmpty' })] }),
    ).toEqual(['custom']);
    expect(reactionsIn({ recentReactions: [byPeer(emoji('x'.repeat(100)))] })).toEqual([]);
    expect(reactionsIn({ recentReactions: [byPeer(emoji('a\0b'))] })?.join('')).not.toContain('\0');
    expect(reactionsIn({ recentReactions: Array.from({ length: 50 }, (_, at) => byPeer(emoji(`${at}`))) })).toHaveLength(10);
  });

  it('are reported as updates in private dialogs only', () => {
    const received: unknown[] = [];
    const events = {
      onReacted: (one: unknown) => received.push(one),
      onMissed: () => received.push('missed'),
    } as unknown as MessengerEvents;
    const emitMessage = (peer: object) => {
      const reactions = { _: 'messageReactions', results: [count(emoji('👍'))] };
      const update = { _: 'updateMessageReactions', peer, msgId: 7, reactions };
      readUpdates({ _: 'updateShort', update, date: 1 } as unknown as tl.TypeUpdates, { sequence: createSequence(), events });
    };
    emitMessage({ _: 'peerUser', userId: 5 });
    emitMessage({ _: 'peerChannel', channelId: 6 });
    expect(received).toEqual([{ peerId: 5, id: 7, reactions: ['👍'] }]);
  });
});

it('short messages show the addresses of text links', () => {
  const received: { text: string }[] = [];
  const events = { onMessage: (one: { text: string }) => received.push(one) } as unknown as MessengerEvents;
  const short = { _: 'updateShortMessage', id: 1, userId: 5, message: 'Look', pts: 1, ptsCount: 1, date: 1 };
  const entities = [{ _: 'messageEntityTextUrl', offset: 0, length: 4, url: 'https://ann.test' }];
  readUpdates({ ...short, entities } as unknown as tl.TypeUpdates, { sequence: createSequence(), events });
  expect(received).toMatchObject([{ text: 'Look (https://ann.test)' }]);
});
