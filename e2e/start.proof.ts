import { describe, expect, it } from 'vitest';
import { ask, cleanUpStarts, ended, isReady, newFolder, postgresOf, serverOf, start, untilNothingRuns } from './npm-start.ts';

cleanUpStarts();

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each([
    { killed: 'the server', victims: [serverOf] },
    { killed: 'the server and PostgreSQL', victims: [serverOf, postgresOf] },
  ])('starts after kill -9 of $killed with all acknowledged writes', async ({ victims }) => {
    const folder = newFolder();
    const first = start({ HEADWATER_DATA_DIR: folder });
    await first.address;
    await ask(folder, 'create table kept (id int); insert into kept select generate_series(1, 1000)');
    for (const pid of victims.map((find) => find(folder))) process.kill(pid, 'SIGKILL');
    await ended(first.child);
    const next = start({ HEADWATER_DATA_DIR: folder });
    expect(await isReady(await next.address)).toBe(true);
    expect(await ask(folder, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }]);
    next.child.kill('SIGTERM');
    await ended(next.child);
    expect(await untilNothingRuns(folder, 2)).toEqual([]);
  });

  it('restarts PostgreSQL after its kill -9', async () => {
    const folder = newFolder();
    const { child, address } = start({ HEADWATER_DATA_DIR: folder });
    const url = await address;
    await ask(folder, 'create table again (id int); insert into again values (7)');
    process.kill(postgresOf(folder), 'SIGKILL');
    // The server notices the loss after a moment; only its state after the restart counts.
    await expect.poll(() => ask(folder, 'select id from again'), { timeout: 60_000 }).toEqual([{ id: 7 }]);
    await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true);
    child.kill('SIGTERM');
    await ended(child);
  });

  it('stops when npm itself is killed', async () => {
    const folder = newFolder();
    const { child, address } = start({ HEADWATER_DATA_DIR: folder });
    await address;
    child.kill('SIGKILL');
    expect(await untilNothingRuns(folder, 10)).toEqual([]);
  });
});
