import { describe, expect, it } from 'vitest';
import { encrypt, isSound, mostBytes } from './encrypt.ts';

/** RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('a push message', () => {
  it('equals the example of RFC 8291', () => {
    const drawn = { salt: Buffer.from(example.salt, 'base64url'), privateKey: Buffer.from(example.privateKey, 'base64url') };
    expect(encrypt(Buffer.from(example.text), example.keys, drawn).toString('base64url')).toBe(example.body);
  });

  it('is random each time, and fits into one record', () => {
    const once = () => encrypt(Buffer.from('a'), example.keys).toString('base64url');
    expect(once()).not.toBe(once());
    expect(encrypt(Buffer.alloc(mostBytes), example.keys)).toHaveLength(4096);
    expect(() => encrypt(Buffer.alloc(mostBytes + 1), example.keys)).toThrow(RangeError);
  });
});

it('validates keys of browsers: points of the curve, and 16 bytes', () => {
  const { p256dh, auth } = example.keys;
  expect(isSound(example.keys)).toBe(true);
  const wrong = [
    { p256dh: p256dh.slice(0, -2), auth },
    { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url'), auth },
    { p256dh: Buffer.alloc(65).toString('base64url'), auth },
    { p256dh, auth: 'AAAA' },
    { p256dh: '', auth: '' },
  ];
  expect(wrong.map(isSound)).toEqual(wrong.map(() => false));
});
