import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '@headwater/domain/testing/processor-time';
import { decodeBody } from './body.ts';
import { isBoundary, parseContentType } from './content-type.ts';

const read = (header: string) => {
  const type = parseContentType(header);
  return type && [type.media, Object.fromEntries(type.parameters)];
};

describe('a content type', () => {
  it.each([
    ['application/json', ['application/json', {}]],
    [' Application/JSON ; Charset=UTF-8;', ['application/json', { charset: 'UTF-8' }]],
    ['multipart/form-data; x=";boundary=fake"; boundary=real', ['multipart/form-data', { x: ';boundary=fake', boundary: 'real' }]],
    [
      String.raw`multipart/form-data; x="\";boundary=fake"; boundary="a b"`,
      ['multipart/form-data', { x: '";boundary=fake', boundary: 'a b' }],
    ],
    ['multipart/form-data; boundary=----=_Part_0_1.2', ['multipart/form-data', { boundary: '----=_Part_0_1.2' }]],
  ])('is parsed from %s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it.each(['', 'json', 'a/b c', 'a/b; c', 'a/b; c=', 'a/b; c="d', 'a/b; c=d"e"', 'a/b; c=d, e/f', 'a/b; c=1; C=2'])(
    'is not parsed from %s',
    (header) => {
      expect(read(header)).toBeUndefined();
    },
  );

  it('is parsed in linear time', async () => {
    for (const part of ['a', ';', ';a=', '; a="', '\\', ';a="\\"', ' ']) {
      const header = `a/b;${part.repeat(130_000 / part.length)}`;
      expect(await leastProcessorMs(() => parseContentType(header), 200)).toBeLessThan(200);
    }
  });

  it('has a boundary without escapes', () => {
    for (const text of ['b', '----WebKitFormBoundaryAbC', 'a b', "'()+_,-./:=?", 'x'.repeat(70)]) expect(isBoundary(text)).toBe(true);
    for (const text of ['', 'a ', 'a"b', String.raw`a\b`, 'a\r\nb', 'b\n', 'é', 'x'.repeat(71)]) expect(isBoundary(text)).toBe(false);
  });
});

const part = (boundary: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n`;

describe('a form', () => {
  const type = 'multipart/form-data; x=";boundary=fake"; boundary=real';

  it('[REQ-042] is split by the boundary of the part limit', async () => {
    await expect(decodeBody(Buffer.from(`${part('real', '1').repeat(51)}--real--\r\n`), type)).rejects.toThrow('too_many_values');
    const form = (await decodeBody(Buffer.from(`${part('real', '--fake'.repeat(60))}--real--\r\n`), type)) as FormData;
    expect([...form]).toEqual([['a', '--fake'.repeat(60)]]);
  });

  it('is rejected without a valid boundary', async () => {
    for (const boundary of ['', '; boundary=""', '; boundary="a\\""', '; boundary=é'])
      await expect(decodeBody(Buffer.from(part('a', '1')), `multipart/form-data${boundary}`)).rejects.toThrow('bad_request');
  });
});
