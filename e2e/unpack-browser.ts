import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

const require = createRequire(import.meta.url);

/** Per-user folder for temporary files: users of one machine must not share browser files. */
export async function privateFolder(): Promise<string> {
  const folder = join(tmpdir(), `headwater-e2e-${userInfo().username}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function unpackTar(file: string, folder: string): void {
  // Root and other users need the same options: the archive's owners do not matter.
  const { status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', folder], { input: brotliDecompressSync(readFileSync(file)) });
  if (status !== 0) throw new Error(`The browser's package could not be unpacked: ${String(stderr)}`);
}

const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`;

/** Unpacks the packaged browser once, atomically. Returns its folder. */
export async function unpackBrowser(): Promise<string> {
  const entry = require.resolve('@sparticuz/chromium');
  const packed = join(dirname(entry), '..', '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(packed, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(await privateFolder(), `chromium-${version}`);
  if (existsSync(target)) return target;
  const half = await mkdtemp(`${target}.new-`);
  const program = createWriteStream(join(half, 'chromium'), { mode: 0o755 });
  await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress({ chunkSize: 1 << 21 }), program);
  for (const part of ['fonts', 'swiftshader', 'al2023']) unpackTar(join(packed, `${part}.tar.br`), half);
  await writeFile(join(half, 'fonts.conf'), fontSettings(target));
  await rename(half, target).catch(() => rm(half, { recursive: true, force: true }));
  return target;
}
