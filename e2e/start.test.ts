import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, busyness, cleanUpStarts, ended, failure, isReady, newFolder, root, start, untilNothingRuns } from './npm-start.ts';

cleanUpStarts();

/** Data folder of the tests that need a database: the first start prepares it. */
const folder = newFolder();

describe.runIf(process.platform === 'linux')('npm start', () => {
  it('starts, keeps its data, is ready within 5 s the second time, and stops within 10 s on SIGTERM and SIGINT', async () => {
    const first = start({ HEADWATER_DATA_DIR: folder });
    expect(await isReady(await first.address)).toBe(true);
    await ask(folder, 'create table once (id int); insert into once values (7)');
    first.child.kill('SIGTERM');
    expect(await ended(first.child)).toBeLessThan(10 * busyness());
    expect(await untilNothingRuns(folder)).toEqual([]);

    const again = async () => {
      const second = start({ HEADWATER_DATA_DIR: folder });
      await second.address;
      expect(await ask(folder, 'select id from once')).toEqual([{ id: 7 }]);
      second.child.kill('SIGINT');
      expect(await ended(second.child)).toBeLessThan(10 * busyness());
      expect(await untilNothingRuns(folder)).toEqual([]);
      return second.seconds();
    };
    // Other tests share the processor, so one of three starts has to be fast.
    let seconds = Infinity;
    for (let attempt = 0; attempt < 3 && seconds >= 5 * busyness(); attempt += 1) seconds = Math.min(seconds, await again());
    expect(seconds).toBeLessThan(5 * busyness());
  });

  it('reports the health of a worker, and that system e-mail is not configured', async () => {
    const worker = start({ HEADWATER_DATA_DIR: folder }, 'worker');
    const address = await worker.address;
    expect(await isReady(address)).toBe(true);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('headwater_tasks{state="waiting"}');
    await expect.poll(worker.output).toContain('System e-mail is not set up (HEADWATER_SMTP_URL)');
    worker.child.kill('SIGTERM');
    expect(await ended(worker.child)).toBeLessThan(10 * busyness());
    expect(await untilNothingRuns(folder)).toEqual([]);
  });

  it('reports a used port', async () => {
    const neighbour = createServer().listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as { port: number };
    const { code, said } = await failure({ HEADWATER_DATA_DIR: folder, HEADWATER_PORT: String(port) });
    neighbour.close();
    expect({ code, said }).toEqual({ code: 1, said: [`Port ${port} is taken by another program: set HEADWATER_PORT to a free one.`] });
    expect(await untilNothingRuns(folder)).toEqual([]);
  });

  it('reports a data folder without write access', async () => {
    const file = join(newFolder(), 'a file');
    writeFileSync(file, '');
    const { code, said } = await failure({ HEADWATER_DATA_DIR: file });
    expect(code).toBe(1);
    expect(said[0]).toMatch(/^The data folder .+ cannot be written: /);
  });

  it.each([
    ['nonsense', /^DATABASE_URL must look like /],
    ['postgres://someone:wrong@127.0.0.1:1/none', /^DATABASE_URL cannot be used \(127\.0\.0\.1:1\): nothing listens there\.$/],
  ])('explains an invalid DATABASE_URL %s', async (url, sentence) => {
    const { code, said } = await failure({ HEADWATER_DATA_DIR: newFolder(), DATABASE_URL: url });
    expect(code).toBe(1);
    expect(said[0]).toMatch(sentence);
  });

  it('names the required Node version', () => {
    const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', older, 'scripts/start.mjs'], { cwd: root, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('Headwater needs Node 20.19 or newer and this is 18.20.0: install the current LTS from https://nodejs.org.\n');
  });
});
