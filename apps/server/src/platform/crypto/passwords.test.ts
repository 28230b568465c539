import { describe, expect, it, vi } from 'vitest';
import { checkPassword, hashPassword } from './passwords.ts';

describe('passwords', () => {
  it('never use a thread that is ending as idle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stored = await hashPassword('Correct-Horse-7');
      expect(await checkPassword(stored, 'Correct-Horse-8')).toBe(false);
      vi.advanceTimersByTime(60_000);
      expect(await checkPassword(stored, 'Correct-Horse-7')).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are stored as Argon2id with a salt each', async () => {
    const [one, other] = await Promise.all([hashPassword('Correct-Horse-7'), hashPassword('Correct-Horse-7')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    const asked = ['Correct-Horse-7', 'correct-horse-7', ''].map((password) => checkPassword(one, password));
    expect(await Promise.all(asked)).toEqual([true, false, false]);
    expect(await checkPassword(null, 'no account has this password')).toBe(false);
  });

  it('reject an invalid hash and work afterwards', async () => {
    await expect(checkPassword('no hash', 'Correct-Horse-7')).rejects.toBeInstanceOf(Error);
    expect(await checkPassword(await hashPassword('Correct-Horse-7'), 'Correct-Horse-7')).toBe(true);
  });

  it('cause no unhandled rejection if the queue is full at the first call', { timeout: 60_000 }, async () => {
    vi.resetModules();
    const fresh = await import('./passwords.ts');
    const listener = vi.fn();
    process.on('unhandledRejection', listener);
    const others = Array.from({ length: 210 }, () => fresh.hashPassword('Correct-Horse-7'));
    const [asked] = await Promise.allSettled([fresh.checkPassword('$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAA', 'x')]);
    expect(asked.status).toBe('rejected');
    await Promise.allSettled(others);
    process.off('unhandledRejection', listener);
    expect(listener).not.toHaveBeenCalled();
  });

  it('wait in a bounded queue', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 260 }, () => checkPassword('$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAA', 'x')),
    );
    expect(asked.some(({ status, ...rest }) => status === 'rejected' && JSON.stringify(rest).includes('unavailable'))).toBe(true);
    expect(await checkPassword(await hashPassword('Correct-Horse-7'), 'Correct-Horse-7')).toBe(true);
  });
});
