import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

const notBuilt = 'The web app is not built: run npm run build and start again.';

interface WebAppOptions {
  log: Log;
  /** Where browsers tell of errors (SHELL-032). */
  errorReports?: string | undefined;
}

/** Known before any code runs: an address as the platform writes it holds neither quotes nor angle brackets. */
const withReports = (html: string, address: string | undefined): string =>
  address === undefined
    ? html
    : html.replace(
        '</title>',
        () => `</title>\n    <meta name="headwater-error-reports" content="${new URL(address).href.replaceAll('&', '&amp;')}" />`,
      );

/**
 * Serves the built web app: its hashed files for a year, and index.html for every other address, as the app itself knows its routes.
 * Where it was never built, says so in the log and to whoever opens a page; the API is served all the same.
 */
export async function mountWebApp(app: FastifyInstance, folder: string, { log, errorReports }: WebAppOptions): Promise<void> {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) {
    log.warn({ folder }, notBuilt);
    app.get('/*', (request, reply) => {
      if (request.url.startsWith('/api/')) throw new AppError('not_found');
      return reply.status(503).type('text/plain; charset=utf-8').send(notBuilt);
    });
    return;
  }
  const index = withReports(readFileSync(indexFile, 'utf8'), errorReports);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendIndex = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index);
  app.get('/*', { config: { rateLimit: false } }, sendIndex);
}
