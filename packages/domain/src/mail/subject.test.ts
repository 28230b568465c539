import { describe, expect, it } from 'vitest';
import { baseSubject, findAnswered } from './subject.ts';

describe('baseSubject', () => {
  it('[SEND-009] removes reply and forward prefixes', () => {
    for (const subject of ['Re: Job', 'RE: re: Job', 'AW: Job', 'Отв: Job', 'Ответ: Job', 'Fwd: Re[2]: Job', '[EXT] Re: Job', ' job ']) {
      expect(baseSubject(subject)).toBe('job');
    }
    expect(baseSubject('Reliability engineer')).toBe('reliability engineer');
    expect(baseSubject('Re:')).toBe('');
  });
});

describe('findAnswered', () => {
  const sent = [
    { messageId: '<2@a.test>', to: 'petr@b.test', subject: 'Job' },
    { messageId: '<1@a.test>', to: 'petr@b.test', subject: 'Job' },
  ];
  const from = { name: '', address: 'Petr@B.test' };

  it('[SEND-009] matches by ids, then by address and subject, newest first', () => {
    expect(findAnswered({ from, subject: 'x' }, ['<0@a.test>', '<1@a.test>'], sent)?.messageId).toBe('<1@a.test>');
    expect(findAnswered({ from, subject: 'Re: Job' }, [], sent)?.messageId).toBe('<2@a.test>');
    expect(findAnswered({ from, subject: 'Another' }, [], sent)).toBeNull();
    expect(findAnswered({ from: { name: '', address: 'other@b.test' }, subject: 'Re: Job' }, [], sent)).toBeNull();
    expect(findAnswered({ from: null, subject: '' }, [], [{ messageId: '<3@a.test>', to: '', subject: '' }])).toBeNull();
  });
});
