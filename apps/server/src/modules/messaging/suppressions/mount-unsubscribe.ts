import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { readerLanguage } from '#platform/http/language.ts';
import { findCompany } from '#modules/companies/public.ts';
import { findSentMessage } from '#modules/messaging/messages/public.ts';
import { optOut } from './opt-out.ts';
import { askPage, type About, brokenPage, donePage } from './unsubscribe-page.ts';
import type { Registry } from './registry.ts';
import { readToken, type UnsubscribeToken } from './unsubscribe-token.ts';

export interface UnsubscribeServices {
  database: Database;
  signing(): Promise<Signer>;
  registry: Registry;
  announce(tx: Tx, message: { companyId: number; messageId: number }): Promise<void>;
}

interface UnsubscribeCall {
  Params: { token: string };
  Querystring: { from?: string };
}

async function aboutOf(tx: Tx, { companyId, hash, messageId }: UnsubscribeToken, registry: Registry): Promise<About | undefined> {
  const company = await findCompany(tx, companyId);
  if (!company) return undefined;
  const message = await findSentMessage(tx, messageId);
  // The recipient's address may have changed; the link applies to the original one.
  const isSame = message !== undefined && (await registry.hashOf(companyId, message.email)).equals(hash);
  return { company: company.name, address: isSame ? message.email : null };
}

/**
 * SEND-010, DEC-05: GET asks; POST suppresses the address, from the page or a mail program (RFC
 * 8058). The signed token authorizes, without a session or a CSRF token.
 */
export function mountUnsubscribe(app: FastifyInstance, services: UnsubscribeServices): void {
  const { database, signing, registry } = services;
  const handle = async (request: FastifyRequest<UnsubscribeCall>, reply: FastifyReply) => {
    const language = readerLanguage(request.headers['accept-language']);
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const token = readToken(await signing(), request.params.token);
    if (!token) return reply.status(404).send(brokenPage(language));
    const html = await database.inCompany(token.companyId, async (tx) => {
      const about = await aboutOf(tx, token, registry);
      if (!about) return undefined;
      if (request.method !== 'POST') return askPage(language, about);
      const source = request.query.from === 'page' ? 'link' : 'one_click';
      const { companyId, hash, messageId } = token;
      const isNew = await optOut(tx, registry, { companyId, addresses: [{ hash, email: about.address }], source, messageId });
      if (isNew) await services.announce(tx, { companyId, messageId });
      return donePage(language, about);
    });
    return html ? reply.send(html) : reply.status(404).send(brokenPage(language));
  };
  // Mail services send requests for all their users from few addresses.
  const config = { fromMessages: true, rateLimit: { max: 6000, timeWindow: '1 minute' } };
  for (const url of ['/api/v6/messaging/unsubscribe/:token/', '/api/v6/messaging/unsubscribe/:token']) {
    app.get<UnsubscribeCall>(url, { config }, handle);
    app.post<UnsubscribeCall>(url, { config }, handle);
  }
}
