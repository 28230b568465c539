import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import type { SavedDraft } from './draft.ts';
import { createDraftKeeper } from './keep-draft.ts';
import type { LeftDraft } from './left-drafts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with one draft, and the storage of one browser. */
function aServer(stored: SavedDraft = { text: '', version: 0 }) {
  const server = { ...stored, isReached: true, answersIn: 0, saves: [] as string[] };
  const save = async (text: string, after: number, replaces?: string): Promise<SavedDraft> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!server.isReached) throw new ApiError({ status: 0, message: 'no connection' });
    server.saves.push(text);
    const mayReplace = after === server.version || replaces === server.text;
    if (text !== server.text && mayReplace) Object.assign(server, { text, version: server.version + 1 });
    const answer = { text: server.text, version: server.version };
    await new Promise((resolve) => setTimeout(resolve, server.answersIn));
    if (!server.isReached) throw new ApiError({ status: 0, message: 'no connection' });
    return answer;
  };
  const kept = new Map<string, LeftDraft>();
  const open = (window: string) =>
    createDraftKeeper({
      stored: { text: server.text, version: server.version },
      save,
      left: {
        all: () => [...kept.values()],
        keep: (draft) => void (draft ? kept.set(window, { key: window, ...draft }) : kept.delete(window)),
        forget: ({ key }) => void (key !== window && kept.delete(key)),
      },
    });
  return { server, open, kept };
}

describe('the draft of a window', () => {
  it('is saved within a second during continuous typing', async () => {
    const { server, open } = aServer();
    const one = open('one');
    let text = '';
    for (let at = 0; at < 10; at += 1) {
      one.write((text += 'a'));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.text.length).toBeGreaterThan(4);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server).toMatchObject({ text, version: 2 });
  });

  it('stays in the browser and the next window while the server is unreachable', async () => {
    const { server, open, kept } = aServer();
    server.isReached = false;
    open('one').write('Hello');
    await vi.advanceTimersByTimeAsync(2000);
    expect([...kept.values()]).toMatchObject([{ text: 'Hello', version: 0 }]);
    server.isReached = true;
    const two = open('two');
    expect(two.read().text).toBe('Hello');
    await vi.advanceTimersByTimeAsync(6000);
    expect(server.text).toBe('Hello');
    expect([...kept.values()]).toEqual([]);
  });

  it('is not saved if blank, and the field keeps the spaces', async () => {
    const { server, open } = aServer();
    const one = open('one');
    one.write('  \n');
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.saves).toEqual([]);
    expect(one.read().text).toBe('  \n');
  });

  it('never overwrites the version of another window, and adopts it without local input', async () => {
    const { server, open } = aServer({ text: 'Hello', version: 1 });
    const [one, two, three] = [open('one'), open('two'), open('three')];
    one.write('Good morning');
    two.write('Good evening');
    await vi.advanceTimersByTimeAsync(2000);
    expect(server).toMatchObject({ text: 'Good morning', version: 2 });
    expect(two.read()).toMatchObject({ text: 'Good evening', other: { text: 'Good morning' } });
    three.take({ text: 'Good morning', version: 2 });
    expect(three.read()).toEqual({ text: 'Good morning', base: { text: 'Good morning', version: 2 } });
    two.keepMine();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server).toMatchObject({ text: 'Good evening', version: 3 });
    one.take({ text: 'Good evening', version: 3 });
    expect(one.read().text).toBe('Good evening');
  });

  it('receives a version saved elsewhere during its own save', async () => {
    const { server, open } = aServer();
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(620);
    one.take({ text: 'Bye', version: 2 });
    expect(one.read().text).toBe('Hello');
    Object.assign(server, { text: 'Hello', version: 1 });
    await vi.advanceTimersByTimeAsync(100);
    expect(one.read()).toMatchObject({ text: 'Bye', base: { version: 2 } });
  });

  it('is sent after the pending save when the page closes', async () => {
    const { server, open } = aServer();
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(620);
    one.write('Hello, Anna');
    one.flush(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(server).toMatchObject({ text: 'Hello, Anna', version: 2 });
  });

  it('deletes nothing that another window saved before the page closed', async () => {
    const { server, open, kept } = aServer({ text: '', version: 5 });
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(610);
    Object.assign(server, { text: 'Good morning', version: 6 });
    one.write('Hello, Anna');
    one.flush(true);
    one.flush(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(server).toMatchObject({ text: 'Good morning', version: 6, saves: ['Hello', 'Hello, Anna'] });
    expect(one.read()).toMatchObject({ text: 'Hello, Anna', other: { text: 'Good morning', version: 6 } });
    expect([...kept.values()]).toMatchObject([{ text: 'Hello, Anna' }]);
  });

  it('continues from the version saved while the page was hidden', async () => {
    const { server, open } = aServer();
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(610);
    one.write('Hello, dear Anna');
    one.flush(true);
    await vi.advanceTimersByTimeAsync(20);
    one.write('Hello, Anna');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server).toMatchObject({ text: 'Hello, Anna', version: 3 });
    expect(one.read()).toEqual({ text: 'Hello, Anna', base: { text: 'Hello, Anna', version: 3 } });
  });

  it('recognises its own text after a lost response', async () => {
    const { server, open } = aServer();
    server.answersIn = 500;
    const one = open('one');
    one.write('Hello, dear Anna');
    await vi.advanceTimersByTimeAsync(700);
    server.isReached = false;
    await vi.advanceTimersByTimeAsync(600);
    expect(server.version).toBe(1);
    Object.assign(server, { isReached: true, answersIn: 0 });
    one.write('Hello, Anna');
    await vi.advanceTimersByTimeAsync(6000);
    expect(server).toMatchObject({ text: 'Hello, Anna', version: 2 });
    expect(one.read().other).toBeUndefined();
  });

  it('delays a message for at most two seconds and does not return after it', async () => {
    const { server, open } = aServer();
    server.answersIn = 60_000;
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(700);
    one.write('Hello, Anna');
    let version: number | undefined;
    void one.beginSending().then((known) => (version = known));
    await vi.advanceTimersByTimeAsync(1900);
    expect(version).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(version).toBe(0);
    one.endSending(true);
    server.answersIn = 0;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(one.read().text).toBe('');
    expect(server.text).toBe('');
  });

  it("is sent from the server's version and then cleared", async () => {
    const { server, open } = aServer();
    const one = open('one');
    one.write('Hello');
    await vi.advanceTimersByTimeAsync(620);
    const version = one.beginSending();
    await vi.advanceTimersByTimeAsync(100);
    expect(await version).toBe(1);
    Object.assign(server, { text: '', version: 2 });
    one.endSending(true);
    one.take({ text: '', version: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(one.read().text).toBe('');
    expect(server.saves).toEqual(['Hello']);
  });
});
