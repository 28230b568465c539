import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSet, parseCommand, scanCommand, wordOf } from './parse.ts';

describe('scanCommand', () => {
  it('[SEND-009] skips literals, and requests pending ones', () => {
    expect(scanCommand(Buffer.from('a NOOP'))).toEqual({ state: 'short' });
    expect(scanCommand(Buffer.from('a NOOP\r\nb NOOP\r\n'))).toEqual({ state: 'command', text: 'a NOOP', used: 8 });
    expect(scanCommand(Buffer.from('a LOGIN {3}\r\n')).state).toBe('literal');
    expect(scanCommand(Buffer.from('a LOGIN {3+}\r\nx')).state).toBe('short');
    expect(scanCommand(Buffer.from('a LOGIN {3}\r\nx\r\n {1+}\r\ny\r\n'))).toMatchObject({
      state: 'command',
      text: 'a LOGIN {3}\r\nx\r\n {1+}\r\ny',
    });
  });
});

describe('parseCommand', () => {
  it('[SEND-009] reads atoms, strings, lists, sections and literals', () => {
    const { tag, name, args } = parseCommand('7 uid fetch 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (A B)]<0.10>)');
    expect([tag, name]).toEqual(['7', 'UID FETCH']);
    expect(args[1]).toEqual({
      kind: 'list',
      items: [
        { kind: 'atom', value: 'FLAGS' },
        { kind: 'atom', value: 'BODY.PEEK[HEADER.FIELDS (A B)]<0.10>' },
      ],
    });
    expect(parseCommand('1 LOGIN "a \\"b\\" \\\\" {4}\r\nc\r\nd').args.map(wordOf)).toEqual(['a "b" \\', 'c\r\nd']);
  });

  it('[SEND-009] throws for an invalid command', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let outcome = 'parsed';
        try {
          parseCommand(text);
        } catch (error) {
          outcome = error instanceof Error ? error.constructor.name : 'other';
        }
        expect(['parsed', 'Error']).toContain(outcome);
      }),
    );
  });
});

it('[SEND-009] reads sequence sets', () => {
  expect([1, 2, 3, 4, 5].filter((number) => inSet('1,3:4', number, 5))).toEqual([1, 3, 4]);
  expect([1, 4, 5].filter((number) => inSet('5:*', number, 5))).toEqual([5]);
  expect(inSet('9:*', 5, 5)).toBe(true);
});
