import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { firstScreens } from './first-screens.ts';
import { base, layers } from './libraries.ts';
import { callPartOf, callParts } from './src/lib/call-parts.ts';
import { unusedParts } from './unused-parts.ts';

const contractModule = 'virtual:wire-contract/';

const fetchedAhead = /\/(?:Shell|SearchPage|Found)-/;

const { start, login, signedIn, frame, found, routes } = firstScreens();

const conditions = ['source', 'module', 'browser', 'development|production'];

/**
 * The server validates; zod would add 15 kB and an eval that the content security policy rejects.
 */
function wireContract(): Plugin {
  return {
    name: 'headwater:wire-contract',
    resolveId: (id) => (id.startsWith(contractModule) ? `\0${id}` : undefined),
    async load(id) {
      const name = callParts.find((part) => id === `\0${contractModule}${part}`);
      if (!name) return undefined;
      const { module, dependencies } = await runnerImport<{ wire: object }>(join(import.meta.dirname, 'src/lib/wire-contract.ts'), {
        configFile: false,
        logLevel: 'error',
        resolve: { conditions: ['source', 'node', 'module'], noExternal: [/^@headwater\//] },
        ssr: { resolve: { conditions: ['source', 'node', 'module'] }, noExternal: [/^@headwater\//] },
      });
      for (const file of dependencies) this.addWatchFile(file);
      const nouns = Object.entries(module.wire).filter(([noun]) => callPartOf(noun) === name);
      return `export const contract = ${JSON.stringify(Object.fromEntries(nouns))};`;
    },
  };
}

/** Loads the text font with the page, so that text does not render twice. */
function preloadFont(): Plugin {
  return {
    name: 'headwater:preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (!font) return [];
        return [
          { tag: 'link', injectTo: 'head', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` } },
        ];
      },
    },
  };
}

function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'headwater:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => /\.(?:js|css|svg|json)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const bytes = await readFile(path);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await Promise.all([
            writeFile(`${path}.br`, await brotli(bytes, { params })),
            writeFile(`${path}.gz`, await zip(bytes, { level: 9 })),
          ]);
        }),
      );
    },
  };
}

const server = `http://127.0.0.1:${process.env['HEADWATER_PORT'] ?? '3000'}`;
const ofServer = ['/api', '/sso/', '/logout', '/brand', '/healthz', '/readyz'];

/** The server adds the CSRF token to its pages; the development page requests it. */
function requestToken(): Plugin {
  return {
    name: 'headwater:request-token',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        const cookie = request.headers.cookie ?? '';
        fetch(`${server}/api/internal/users/me/`, { headers: { cookie } })
          .then((answer) => response.setHeader('set-cookie', answer.headers.getSetCookie()))
          // The server is restarting, which the page shows.
          .catch(() => undefined)
          .finally(next);
      });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // Keeps the host of the page: the server compares it with the Origin header.
  server: { proxy: Object.fromEntries(ofServer.map((path) => [path, { target: server, changeOrigin: false }])) },
  plugins: [react(), unusedParts(), wireContract(), requestToken(), preloadFont(), precompress()],
  resolve: { conditions },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined fonts and icons would need `data:` sources and cannot be cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Each preload listed in the entry costs 15 bytes.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps, { hostType }) => (hostType === 'html' || fetchedAhead.test(file) ? deps : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [base, start, login, signedIn, layers, frame, found, routes],
        },
      },
    },
  },
});
