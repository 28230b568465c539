import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { addSnack } from './snackbar-places.ts';
import { type Shown, showError } from './snackbar.tsx';

afterEach(() => vi.unstubAllGlobals());

const afterAll = (snacks: readonly Shown[]) => snacks.reduce<readonly Shown[]>(addSnack, []).map(({ message }) => message);
const named = (message: string, id: number): Shown => ({ message, id });

describe('snackbars', () => {
  it('[SHELL-026] are replaced by newer ones and by those with their key', () => {
    expect(afterAll(['a', 'b', 'c', 'd'].map(named))).toEqual(['b', 'c', 'd']);
    const keyed = (message: string, id: number) => ({ ...named(message, id), key: 'sent' });
    expect(afterAll([keyed('1 sent', 1), named('b', 2), keyed('2 sent', 3)])).toEqual(['b', '2 sent']);
  });

  it('[NOTF-010] [NOTF-011] stay until answered', () => {
    const notice = { ...named('News', 1), actions: [{ label: 'Hide', act: () => undefined }] };
    expect(afterAll([notice, ...['a', 'b', 'c', 'd'].map((message, at) => named(message, at + 2))])).toEqual(['News', 'b', 'c', 'd']);
  });

  it('[REQ-029] rethrow errors that are no response of the server', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const error = new TypeError('of our own');
    showError(error);
    showError(new ApiError({ status: 500, message: 'Internal server error' }));
    showError(new DOMException('gone', 'AbortError'));
    showError(undefined);
    expect(reported).toEqual([error]);
  });
});
