import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createBodyBudget } from './body.ts';
import { readJson } from './read-json.ts';
import { unstorableText } from './unstorable-text.ts';

const kilobyte = 1024;

const refusal = (add: () => void) => {
  try {
    add();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? [error.key, error.parts] : error;
  }
};

const person = (number: number, group = String(number)) => ({ sender: `user ${number}`, group });

describe('memory for bodies', () => {
  const sizes = {
    session: { total: 1000 * kilobyte, reserve: 200 * kilobyte, perSender: 400 * kilobyte, perGroup: 500 * kilobyte },
    visitor: { total: 300 * kilobyte, reserve: 100 * kilobyte, perSender: 130 * kilobyte },
  };
  const busy = ['busy', { seconds: 5 }];

  it('is shared by all connections, reserves room for small bodies, and is released', () => {
    const budget = createBodyBudget(sizes);
    const [large, other] = [budget.open('session', person(1)), budget.open('session', person(2))];
    large.add(400 * kilobyte, 400 * kilobyte);
    other.add(400 * kilobyte, 400 * kilobyte);
    const third = budget.open('session', person(3));
    expect(refusal(() => third.add(kilobyte, 65 * kilobyte))).toEqual(busy);
    const small = budget.open('session', person(4));
    expect(refusal(() => small.add(64 * kilobyte, 64 * kilobyte))).toBeUndefined();
    large.release();
    large.release();
    expect(refusal(() => third.add(300 * kilobyte, 300 * kilobyte))).toBeUndefined();
    expect(refusal(() => third.add(100 * kilobyte, 400 * kilobyte))).toEqual(busy);
  });

  it('of users has limits per person and per company, which leave room for others', () => {
    const budget = createBodyBudget(sizes);
    const uploads = [budget.open('session', person(1, 'a')), budget.open('session', person(1, 'a'))];
    for (const upload of uploads) upload.add(200 * kilobyte, 200 * kilobyte);
    for (const size of [kilobyte, 100 * kilobyte])
      expect(refusal(() => budget.open('session', person(1, 'a')).add(size, size))).toEqual(busy);
    const colleague = budget.open('session', person(2, 'a'));
    expect(refusal(() => colleague.add(101 * kilobyte, 101 * kilobyte))).toEqual(busy);
    expect(refusal(() => colleague.add(100 * kilobyte, 100 * kilobyte))).toBeUndefined();
    expect(refusal(() => budget.open('session', person(3, 'a')).add(64 * kilobyte, 64 * kilobyte))).toBeUndefined();
    expect(refusal(() => budget.open('session', person(4, 'b')).add(200 * kilobyte, 200 * kilobyte))).toBeUndefined();
    uploads[0]?.release();
    expect(refusal(() => budget.open('session', person(1, 'a')).add(100 * kilobyte, 100 * kilobyte))).toBeUndefined();
  });

  it('of visitors has limits per address, which leave room for others', () => {
    const budget = createBodyBudget(sizes);
    const from = (sender: string) => budget.open('visitor', { sender });
    const first = from('192.0.2.1');
    first.add(64 * kilobyte, 64 * kilobyte);
    const second = from('192.0.2.1');
    second.add(64 * kilobyte, 64 * kilobyte);
    expect(refusal(() => from('192.0.2.1').add(3 * kilobyte, 3 * kilobyte))).toEqual(busy);
    expect(refusal(() => from('192.0.2.2').add(64 * kilobyte, 64 * kilobyte))).toBeUndefined();
    first.release();
    expect(refusal(() => second.add(3 * kilobyte, 3 * kilobyte))).toBeUndefined();
  });

  it('of visitors is separate from that of users', () => {
    const budget = createBodyBudget(sizes);
    let count = 0;
    const share = () => budget.open('visitor', { sender: `192.0.2.${count}` });
    for (; count < 4; count += 1) share().add(64 * kilobyte, 64 * kilobyte);
    expect(refusal(() => share().add(64 * kilobyte, 64 * kilobyte))).toEqual(busy);
    expect(refusal(() => budget.open('session', person(1)).add(64 * kilobyte, 64 * kilobyte))).toBeUndefined();
  });
});

const read = (text: string) => readJson(Buffer.from(text));
const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}0${'}]'.repeat(depth / 2)}`;
const list = (length: number) => `[${'0,'.repeat(length - 1)}0]`;

describe('an input', () => {
  it('rejects JSON that is too long or too deep', () => {
    for (const text of [
      '"x"',
      'null',
      ' 7 ',
      nested(64),
      list(59_000),
      JSON.stringify({ a: '[[[[,,,,{{{{'.repeat(10_000), b: String.raw`\"[` }),
    ])
      expect(read(text)).toEqual(JSON.parse(text));
    for (const text of [
      nested(66),
      list(60_001),
      `[${`${list(400)},`.repeat(200)}0]`,
      '['.repeat(500_000),
      `{"a":"\\\\",${'"b":[],'.repeat(60_000)}"c":0}`,
    ])
      expect(() => read(text)).toThrow('too_many_values');
    for (const text of ['', '"', '"\\', '{"a":', '[', 'x', '{"a":1}}']) expect(() => read(text)).toThrow('not_json');
  });

  it('[REQ-042] reports where text is not storable', () => {
    expect(unstorableText({ a: 'x', b: ['ok', 'n\u0000'], c: { 'k\u0000': 1, d: '\ud800' }, e: '😀' })).toEqual([
      ['b', '1'],
      ['c'],
      ['c', 'd'],
    ]);
  });
});
