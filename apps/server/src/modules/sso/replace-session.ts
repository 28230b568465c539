import type { FastifyReply, FastifyRequest } from 'fastify';
import { endSession, setDeviceCookie, setSessionCookie, type SignInResult } from '#modules/accounts/public.ts';
import type { SsoServices } from './services.ts';

export async function replaceSession(
  { database, secureCookies }: Pick<SsoServices, 'database' | 'secureCookies'>,
  { session, device }: Pick<Extract<SignInResult, { kind: 'session' }>, 'session' | 'device'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  await endSession(database, request, reply);
  setSessionCookie(reply, session, secureCookies);
  setDeviceCookie(reply, device, secureCookies);
}
