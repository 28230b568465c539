import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Source URLs with the URLs of their builds. */
    programs: [string, string][];
  }
}

const server = fileURLToPath(new URL('../', import.meta.url));
// Below the server, so that its packages resolve.
const folder = join(server, '.cache', 'programs');

/** Threads and processes of the product and of its tests. */
const entries = [
  'src/integrations/embedded-search/shard/worker.ts',
  'src/modules/duplicates/finder-thread.ts',
  'src/modules/enrichment/csv/parser-process.ts',
  'src/modules/profiles/import/person-process.ts',
  'src/modules/profiles/import/table/table-process.ts',
  'src/modules/search/source-reader.ts',
  'src/modules/search/suggestions/indexing-thread.ts',
  'src/platform/crypto/password-thread.ts',
  'src/platform/extract/reader.ts',
  'src/platform/mail/reading/reader-process.ts',
  'test/api-process.ts',
  'test/mailbox-process.ts',
  'test/misbehaving-reader-process.ts',
  'test/queue-worker-process.ts',
  'test/serve-process.ts',
  'test/webhook-worker-process.ts',
  'test/worker-process.ts',
];

/** Keeps module-relative paths valid. */
const inItsPlace: Plugin = {
  name: 'in its place',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/](?:apps|packages)[\\/]\w+[\\/](?:src|test)[\\/].*\.ts$/ }, ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', address), loader: 'ts' };
    });
    // Bundles workspaces but not packages.
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
      path.startsWith('@headwater/') || kind === 'entry-point' ? undefined : { path, external: true },
    );
  },
};

/** Removes old builds. Another run may use newer ones. */
function removeOld(): void {
  const dayAgo = Date.now() - 86_400_000;
  for (const name of readdirSync(folder)) if (statSync(join(folder, name)).mtimeMs < dayAgo) rmSync(join(folder, name), { force: true });
}

/** Names a file by the hash of its content. Concurrent runs may load it. */
function keep(path: string, contents: Uint8Array): void {
  if (existsSync(path)) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Builds the programs once per run. */
export async function setup(project: TestProject): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: server,
    entryPoints: entries,
    outdir: folder,
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    plugins: [inItsPlace],
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  mkdirSync(folder, { recursive: true });
  removeOld();
  for (const { path, contents } of outputFiles) keep(join(folder, basename(path)), contents);
  const built = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]): [string, string][] =>
    entryPoint ? [[pathToFileURL(resolve(server, entryPoint)).href, pathToFileURL(resolve(server, path)).href]] : [],
  );
  project.provide('programs', built);
}
