import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createFairTurns, type FairTurns, type FairTurnsOptions, inTurns, type Requester } from './fair-turns.ts';

interface Piece {
  name: string;
  end(): void;
}

function useTurns(options: FairTurnsOptions) {
  const turns = createFairTurns(options);
  const running: Piece[] = [];
  const started: string[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      running.push({ name, end: () => resolve(name) });
    });
  return {
    turns,
    started,
    work,
    request: (name: string, companyId: number, { memberId = companyId, signal }: Partial<Requester> = {}) =>
      turns.run({ companyId, memberId, signal }, work(name)).catch((error: unknown) => (error instanceof AppError ? error.key : error)),
    /** Ends the pieces as they run, until none is left; returns the order of their starts. */
    async drain(): Promise<string[]> {
      for (await settle(); running.length > 0; await settle()) running.shift()?.end();
      return started;
    },
    running,
  };
}

const limits = { ofMember: 2, ofCompany: 3, refusal: 'reading_busy', seconds: 5 } as const;

describe('a turn', () => {
  it('goes to the company with the oldest last turn, however many requests another company has sent', async () => {
    const { request, drain } = useTurns({ places: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void request(name, 1);
    void request('b1', 2);
    void request('c1', 3);
    void request('b2', 2);
    expect(await drain()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('rotates among the members of a company in the same way', async () => {
    const { request, drain } = useTurns({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) void request(name, 1, { memberId: 10 });
    for (const name of ['b1', 'b2']) void request(name, 1, { memberId: 11 });
    void request('other', 2, { memberId: 20 });
    expect(await drain()).toEqual(['a1', 'other', 'b1', 'a2', 'b2', 'a3']);
  });

  it('cannot be gained by sending requests one after another', async () => {
    const { request, running, started } = useTurns({ places: 1 });
    void request('a1', 1);
    for (const name of ['b1', 'b2', 'b3']) void request(name, 2);
    for (let count = 2; count <= 6; count += 1) {
      await settle();
      running.shift()?.end();
      // The client of company 1 sends its next request on each response.
      await settle();
      if (started.at(-1)?.startsWith('b')) void request(`a${count}`, 1);
    }
    expect(started.slice(0, 5)).toEqual(['a1', 'b1', 'a2', 'b2', 'a4']);
  });

  it('takes one of several places, with a share per member', async () => {
    const { request, running, started } = useTurns({ places: 3, placesOfMember: 1 });
    for (const name of ['a1', 'a2']) void request(name, 1);
    void request('b1', 2);
    await settle();
    expect(started).toEqual(['a1', 'b1']);
    void request('c1', 3);
    await settle();
    expect(started).toEqual(['a1', 'b1', 'c1']);
    running[0]?.end();
    await settle();
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('is released if work fails', async () => {
    const { turns, request, drain } = useTurns({ places: 1 });
    await expect(turns.run({ companyId: 1, memberId: 1 }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    void request('next', 1);
    expect(await drain()).toEqual(['next']);
  });
});

describe('admitted work', () => {
  it('is limited by member and by company, running or waiting', async () => {
    const { request, drain } = useTurns({ places: 1, limits });
    const first = [request('a1', 1, { memberId: 10 }), request('a2', 1, { memberId: 10 })];
    expect(await request('a3', 1, { memberId: 10 })).toBe('reading_busy');
    first.push(request('b1', 1, { memberId: 11 }));
    expect(await request('c1', 1, { memberId: 12 })).toBe('reading_busy');
    first.push(request('other', 2, { memberId: 20 }));
    expect(await drain()).toEqual(['a1', 'other', 'b1', 'a2']);
    expect(await Promise.all(first)).toEqual(['a1', 'a2', 'b1', 'other']);
    void request('again', 1, { memberId: 10 });
    expect((await drain()).at(-1)).toBe('again');
  });

  it('is refused with the seconds until a retry', () => {
    const turns = createFairTurns({ places: 1, limits: { ...limits, ofMember: 1 } });
    turns.admit({ companyId: 1, memberId: 1 });
    let refusal: unknown;
    try {
      turns.admit({ companyId: 1, memberId: 1 });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ key: 'reading_busy', parts: { seconds: 5 } });
  });

  it('counts once until it leaves, with any number of turns', async () => {
    const turns = createFairTurns({ places: 1, limits: { ...limits, ofMember: 1 } });
    const admission = turns.admit({ companyId: 1, memberId: 1 });
    expect(await admission.turn(async () => 1)).toBe(1);
    expect(await admission.turn(async () => 2)).toBe(2);
    expect(() => turns.admit({ companyId: 1, memberId: 1 })).toThrow('reading_busy');
    admission.leave();
    admission.leave();
    turns.admit({ companyId: 1, memberId: 1 });
    expect(() => turns.admit({ companyId: 1, memberId: 1 })).toThrow('reading_busy');
  });
});

const newClient = () => {
  const client = new AbortController();
  return { client, signal: client.signal };
};

describe('a disconnected client', () => {
  it('loses its waiting work, and no place is lost', async () => {
    const { request, drain, started } = useTurns({ places: 1, limits: { ...limits, ofMember: 9, ofCompany: 9 } });
    const { client, signal } = newClient();
    void request('running', 1);
    const waiting = ['a1', 'a2', 'a3'].map((name) => request(name, 1, { signal }));
    const other = request('other', 1);
    await settle();
    client.abort(new Error('gone'));
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ message: 'gone' });
    expect(await drain()).toEqual(['running', 'other']);
    expect(await other).toBe('other');
    expect(await request('late', 1, { signal })).toMatchObject({ message: 'gone' });
    expect(started).toEqual(['running', 'other']);
  });

  it('counts until its running work ends', async () => {
    const { request, drain } = useTurns({ places: 1, limits: { ...limits, ofMember: 1 } });
    const { client, signal } = newClient();
    void request('running', 1, { signal });
    await settle();
    client.abort();
    expect(await request('next', 1)).toBe('reading_busy');
    await drain();
    void request('next', 1);
    expect(await drain()).toEqual(['running', 'next']);
  });
});

async function* partsOf(name: string, made: string[], count = 3) {
  try {
    for (let part = 1; part <= count; part += 1) {
      made.push(`${name}${part}`);
      yield `${name}${part}`;
    }
  } finally {
    made.push(`${name} closed`);
  }
}
const open = (turns: FairTurns, requester: Requester, parts: AsyncGenerator<string>) => inTurns(turns.admit(requester), parts);

describe('a file in turns', () => {
  it('is created part by part, and holds no place while its client does not read', async () => {
    const turns = createFairTurns({ places: 1 });
    const made: string[] = [];
    const [slow, quick] = [1, 2].map((companyId) => open(turns, { companyId, memberId: 1 }, partsOf(String(companyId), made)));
    expect((await slow?.next())?.value).toBe('11');
    const whole: string[] = [];
    for await (const part of quick ?? []) whole.push(part);
    expect(whole).toEqual(['21', '22', '23']);
    expect((await slow?.next())?.value).toBe('12');
    await slow?.return(undefined);
    expect(made).toEqual(['11', '21', '22', '23', '2 closed', '12', '1 closed']);
  });

  it('ends when its client disconnects', async () => {
    const turns = createFairTurns({ places: 1 });
    const made: string[] = [];
    const client = new AbortController();
    const file = open(turns, { companyId: 1, memberId: 1, signal: client.signal }, partsOf('a', made));
    await file.next();
    client.abort(new Error('gone'));
    await expect(file.next()).rejects.toThrow('gone');
    expect(made).toEqual(['a1', 'a closed']);
  });
});
