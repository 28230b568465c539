import { dayMs } from '@headwater/domain/time/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasProduct } from '@headwater/domain/companies/switches';
import { permissionsOf } from '@headwater/domain/permissions';
import type { SignInWay } from '@headwater/domain/companies/social-sign-in';
import { type Actor, isStaff } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { Visitor } from '#platform/http/context.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { shownLanguage } from '#platform/http/language.ts';
import { visitorAddress } from '#platform/http/visitor-address.ts';
import { type Company, findCompany, licenseOf } from '#modules/companies/public.ts';
import type { SignInServices } from '../sign-in/services.ts';
import type { Origin } from '../sign-in/attempts.ts';
import { type Account, extendSession, findAccount, findVisitor, insertSession } from '../store/sessions.ts';
import { findUser, type User } from '../store/users.ts';

export const sessionCookie = 'headwater_session';
const lifetime = 30 * dayMs;
/** Limits updates of a session to one per hour. */
const extendAfter = dayMs / 24;

type CompanyOfActor = Pick<Company, 'id' | 'is_ext_company' | 'region' | 'features' | 'data_enrichment' | 'hm_display_sections'>;

export function actorOf(user: User, company: CompanyOfActor): Actor {
  const actor = withoutPermissions(user, company);
  // ROLE-050: settings of the user override those of the company.
  return { ...actor, permissions: permissionsOf(actor, { ...company.hm_display_sections, ...user.hm_access }) };
}

function withoutPermissions(user: User, company: CompanyOfActor): Omit<Actor, 'permissions'> {
  return {
    userId: user.id,
    role: user.role,
    holdsStaffRights: user.holds_staff_rights,
    searchFlag: user.can_search,
    apiManager: user.api_manager,
    dataEnrichmentEnabled: user.data_enrichment_enabled && company.data_enrichment,
    language: user.language ?? (company.region === 'russia' ? 'ru' : 'en'),
    company: {
      id: company.id,
      isExtCompany: company.is_ext_company,
      hasAts: company.features.has_ats ?? false,
      hasMessaging: company.features.has_messaging ?? false,
      hasSequences: company.features.has_sequences ?? false,
      hasGpt: company.features.has_gpt ?? false,
      hasTelegram: company.features.has_telegram ?? false,
      hasEvents: hasProduct(company.features, 'events_section'),
      hasApi: company.features.has_api ?? false,
      hidesContactSources: company.features.contacts_without_sources ?? false,
    },
  };
}

/** For background work. */
export async function findActor(tx: Tx, userId: number): Promise<Actor | undefined> {
  const user = await findUser(tx, userId);
  const company = user?.is_active ? await findCompany(tx, user.company_id) : undefined;
  return user && company?.deleted_at === null ? actorOf(user, company) : undefined;
}

export async function startSession(
  tx: Tx,
  user: User,
  { origin, way, now }: { origin: Origin; way: SignInWay; now: Date },
): Promise<string> {
  const token = makeToken();
  await insertSession(tx, {
    tokenHash: token.hash,
    companyId: user.company_id,
    userId: user.id,
    address: origin.address,
    agent: origin.agent,
    way,
    now,
    expiresAt: new Date(now.getTime() + lifetime),
  });
  return token.value;
}

export function createVisitorResolver({ database, clock }: { database: Database; clock: Clock }) {
  return async (request: FastifyRequest): Promise<Visitor | undefined> => {
    const value = request.cookies[sessionCookie];
    if (!value) return undefined;
    const now = clock.now();
    const tokenHash = hashToken(value);
    const found = await database.readAsSystem((tx) => findVisitor(tx, tokenHash, now), { isPrepared: true });
    if (!found) return undefined;
    if (found.expires_at.getTime() - now.getTime() < lifetime - extendAfter) {
      await database.asSystem((tx) => extendSession(tx, tokenHash, { now, expiresAt: new Date(now.getTime() + lifetime) }));
    }
    const visitor = visitorOf({ ...found, holds_staff_rights: found.may_use_staff_rights }, now, request);
    if (found.original_user_id === null) return visitor;
    return { ...visitor, actor: { ...visitor.actor, originalUserId: found.original_user_id } };
  };
}

function visitorOf(account: Account, now: Date, request: FastifyRequest): Visitor {
  const actor = actorOf(account, { ...account, id: account.company_id });
  const license = licenseOf({ ...account, is_active: account.company_is_active }, now);
  // I18N-005: the account's setting, else the interface language.
  const language = account.language ?? shownLanguage(request.headers['x-language']) ?? actor.language;
  // ADR 93.
  const isLicensed = license === 'active' || actor.company.isExtCompany || isStaff(actor);
  return { actor: { ...actor, language }, isLicensed, lacksFactor: account.lacks_factor };
}

/** For API tokens and the like. */
export async function findVisitorById(
  tx: Tx,
  userId: number,
  { now, request, mustUseProvider }: { now: Date; request: FastifyRequest } & Pick<SignInServices, 'mustUseProvider'>,
): Promise<Visitor | undefined> {
  const account = await findAccount(tx, userId);
  if (!account) return undefined;
  const visitor = visitorOf(account, now, request);
  // The identity provider checks users who must use it.
  return { ...visitor, lacksFactor: visitor.lacksFactor && !(await mustUseProvider(tx, account, now)) };
}

const deviceCookie = 'headwater_device';
const deviceCookieSeconds = (180 * dayMs) / 1000;

export const sessionHashOf = (request: FastifyRequest): Buffer => hashToken(request.cookies[sessionCookie] ?? '');

export const originOf = ({ request }: { request: FastifyRequest }): Origin => ({
  address: visitorAddress(request),
  device: request.cookies[deviceCookie],
  agent: request.headers['user-agent'],
});

/** The device token alone grants no access. */
export function setDeviceCookie(reply: FastifyReply, value: string, secure: boolean): void {
  // Older cookies had this path and would shadow the new one.
  void reply.clearCookie(deviceCookie, { path: '/api/v6/login/' });
  void reply.setCookie(deviceCookie, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: deviceCookieSeconds,
  });
}

export function setSessionCookie(reply: FastifyReply, value: string, secure: boolean): void {
  void reply.setCookie(sessionCookie, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: lifetime / 1000 });
}
