import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { privateFolder, unpackBrowser } from './unpack-browser.ts';

interface Program {
  executablePath: string;
  env: Record<string, string>;
}

const names = ['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser'];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

const flags = [
  // Opens only pages of this checkout on the loopback address; containers and root cannot use the
  // sandbox.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

function environment(extra: Record<string, string>): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(inherited), ...extra };
}

/** Some systems install a stub that only prints a hint, so check that it runs. */
const answers = ({ executablePath, env }: Program) => spawnSync(executablePath, ['--version'], { env, timeout: 20_000 }).status === 0;

function systemBrowser(env: Record<string, string>): Program | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const candidates = [env['CHROME_PATH'] ?? '', ...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere];
  return candidates
    .filter((path) => path !== '' && existsSync(path))
    .map((executablePath) => ({ executablePath, env }))
    .find(answers);
}

async function packagedBrowser(env: Record<string, string>): Promise<Program> {
  const folder = await unpackBrowser();
  const program = { executablePath: join(folder, 'chromium'), env: { ...env, FONTCONFIG_FILE: join(folder, 'fonts.conf') } };
  if (answers(program)) return program;
  // The package contains libraries that minimal systems lack; otherwise the system's own are
  // preferred.
  const supplied = { ...program, env: { ...program.env, LD_LIBRARY_PATH: join(folder, 'lib') } };
  if (answers(supplied)) return supplied;
  throw new Error('No browser runs on this machine: install Chromium or Google Chrome, or set CHROME_PATH to one.');
}

/** System Chrome or Chromium (CHROME_PATH first), else the npm package. */
export async function findBrowser(): Promise<Program> {
  const env = environment({ TMPDIR: await privateFolder() });
  return systemBrowser(env) ?? (await packagedBrowser(env));
}

/** Starts a headless browser. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({ executablePath, env, args: flags, headless: true });
}
