import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '#platform/crypto/tokens.ts';
import type { Database } from '#platform/database/database.ts';
import { endStreams } from '#platform/events/store.ts';
import { sessionCookie, setDeviceCookie, setSessionCookie } from './session.ts';
import { deleteSession } from '../store/sessions.ts';
import { findUser } from '../store/users.ts';

export async function endSession(database: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const value = request.cookies[sessionCookie];
  if (value) {
    await database.asSystem(async (tx) => {
      const ended = await deleteSession(tx, hashToken(value));
      if (!ended) return;
      await endStreams(tx, ended);
      const acting = ended.actingUserId === null ? undefined : await findUser(tx, ended.actingUserId);
      if (acting) await endStreams(tx, { companyId: acting.company_id, userId: acting.id });
    });
  }
  void reply.clearCookie(sessionCookie, { path: '/' });
}

export async function replaceSession(
  { database, secureCookies }: { database: Database; secureCookies: boolean },
  { session, device }: { session: string; device: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  await endSession(database, request, reply);
  setSessionCookie(reply, session, secureCookies);
  setDeviceCookie(reply, device, secureCookies);
}

/** ACC-013, ACC-015. Ignores cross-site links and images. */
export function mountSignOut(app: FastifyInstance, database: Database): void {
  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    const from = request.headers['sec-fetch-site'];
    if (from === 'cross-site' || from === 'same-site') return reply.redirect('/');
    await endSession(database, request, reply);
    return reply.header('cache-control', 'no-store').redirect('/login');
  };
  app.get('/logout', leave);
  app.get('/logout/', leave);
}
