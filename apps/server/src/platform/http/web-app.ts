import { escapeHtml } from '@headwater/domain/escape-html';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { type Branding, type Brandings, brandingOf } from './branding.ts';
import { preferredLanguage } from './language.ts';

const notBuilt = 'The web app is not built: run npm run build and start again.';

interface WebAppOptions {
  log: Log;
  errorReports?: string | undefined;
  brandings: Brandings;
  sessionCookie?: string;
  visitorsMay?: (host: string) => Promise<readonly string[]>;
}

const types: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

function readPicture(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartupError(`The file of a logo cannot be read: ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function mountPicture(app: FastifyInstance, url: string, file: string | undefined): string | null {
  if (file === undefined) return null;
  const type = types[extname(file).toLowerCase()];
  if (!type) throw new StartupError(`A logo must be an SVG, PNG or WebP file: ${file}.`);
  if (!existsSync(file)) throw new StartupError(`The file of a logo is not there: ${file}.`);
  const picture = readPicture(file);
  app.get(url, (_request, reply) => reply.header('cache-control', 'public, max-age=3600').type(type).send(picture));
  return url;
}

const withoutNull = (links: Record<string, string | null>) => Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null));

function branded(html: string, { name, links, requestDemo }: Branding, marks: { logo: string | null; festiveLogo: string | null }): string {
  const brand = `<meta name="headwater-brand" content="${escapeHtml(JSON.stringify({ name, ...marks, ...withoutNull({ extension: links.extension, requestDemo }) }))}" />`;
  const named = html.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(name)}</title>\n    ${brand}`);
  return marks.logo === null ? named : named.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${marks.logo}" />`);
}

/** Normalized addresses contain neither quotes nor angle brackets. */
const withReports = (html: string, address: string | undefined): string =>
  address === undefined
    ? html
    : html.replace(
        '</title>',
        () => `</title>\n    <meta name="headwater-error-reports" content="${escapeHtml(new URL(address).href)}" />`,
      );

const isVisitor = ({ headers }: FastifyRequest, sessionCookie: string) =>
  sessionCookie !== '' && !(headers.cookie ?? '').split(';').some((pair) => pair.trim().startsWith(`${sessionCookie}=`));

/** Marks a page without a session, so that the app skips a request that would log an error. */
const forVisitors = (html: string, may: readonly string[]): string =>
  html.replace('</title>', () => `</title>\n    <meta name="headwater-visitor" content="${['yes', ...may].join(' ')}" />`);

/** Hashed files have a max-age of a year. Without a build, it serves an explanation. */
export async function mountWebApp(
  app: FastifyInstance,
  folder: string,
  { log, errorReports, brandings, sessionCookie = '', visitorsMay = async () => [] }: WebAppOptions,
): Promise<void> {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) {
    log.warn({ folder }, notBuilt);
    app.get('/*', (_request, reply) => reply.status(503).type('text/plain; charset=utf-8').send(notBuilt));
    return;
  }
  const source = withReports(readFileSync(indexFile, 'utf8'), errorReports);
  const pages = new Map(
    brandings.map((branding, number) => {
      const logo = mountPicture(app, `/brand/${number}/logo`, branding.logo);
      const festiveLogo = mountPicture(app, `/brand/${number}/festive`, branding.festiveLogo);
      return [branding, branded(source, branding, { logo, festiveLogo })] as const;
    }),
  );
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
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pages.get(brandingOf(brandings, request.hostname)) ?? '';
    const inLanguage = page.replace('<html lang="en">', `<html lang="${preferredLanguage(request.hostname)}">`);
    const html = isVisitor(request, sessionCookie) ? forVisitors(inLanguage, await visitorsMay(request.host)) : inLanguage;
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  };
  app.get('/*', { config: { rateLimit: false } }, sendIndex);
}
