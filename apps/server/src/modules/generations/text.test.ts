import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readText } from './text.ts';

it('removes Markdown and keeps the words', () => {
  expect(readText('```\n## Who we are\r\n**Acme** makes things.\n\n\n\n* one\n• two\n- three\n```')).toBe(
    'Who we are\nAcme makes things.\n\n- one\n- two\n- three',
  );
  expect(readText('```\n```')).toBe('');
});

it('cuts answers to the maximum length of a description', () => {
  assert(
    property(string({ maxLength: 30_000 }), (answer) => {
      expect(readText(answer).length).toBeLessThanOrEqual(10_000);
    }),
  );
});
