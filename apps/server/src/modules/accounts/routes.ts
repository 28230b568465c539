import { type AccountStatus, accounts } from '@headwater/contract/accounts';
import { implement } from '@orpc/server';
import { mayAccess } from '@headwater/domain/access';
import { displayName } from '@headwater/domain/companies/people';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { overAllCompanies } from '#platform/database/over-all-companies.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Company, findCompany, licenseOf, mayWork } from '#modules/companies/public.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in/manage-passkeys.ts';
import { confirmSignIn, emailCode, signIn, type SignInResult, type SignInServices } from './sign-in/sign-in.ts';
import type { CaptchaCheck } from './sign-in/captcha.ts';
import { partyAt } from './sign-in/passkeys.ts';
import { currentUserView, type Installation } from './present.ts';
import { actorOf, originOf } from './sessions/session.ts';
import { endSession, replaceSession } from './sessions/sign-out.ts';
import { findUser, listUsers, saveSettings } from './store/users.ts';

export type AccountServices = SignInServices & {
  captcha: CaptchaCheck;
  secureCookies: boolean;
  /** DEC-09. */
  isSendingPaused(tx: Tx): Promise<boolean>;
  mayResumeSending(actor: Actor): Promise<boolean>;
  linksAt(host: string): Installation['menuLinks'];
  terms: Installation['terms'];
  survey: Installation['survey'];
  /** ACC-039. */
  systemNotificationsOf(tx: Tx, actor: Actor): Promise<Installation['systemNotifications']>;
  /** Visible templates only (VAC-043). */
  listTemplateOwners(tx: Tx, actor: Actor): Promise<number[]>;
  /** RSLT-023. */
  isDayUsedUp(tx: Tx, companyId: number, now: Date): Promise<boolean>;
};

async function licenseContact(
  tx: Tx,
  { actor, company, now }: { actor: Actor; company: Company; now: Date },
): Promise<Installation['licenseContact']> {
  const { account_manager_id: managerId } = company;
  if (managerId === null || !isAdminType(actor) || mayWork(company, now)) return null;
  const manager = await overAllCompanies(tx, () => findUser(tx, managerId));
  return manager?.is_active ? { name: displayName(manager), email: manager.email } : null;
}

async function loadCurrentUser(tx: Tx, actor: Actor, installation: Omit<Installation, 'licenseContact'>) {
  const user = await findUser(tx, actor.userId);
  const company = await findCompany(tx, actor.company.id);
  if (!user || !company) throw new AppError('unauthorized');
  const contact = await licenseContact(tx, { actor, company, now: installation.now });
  // ADR 93: the session determines staff rights.
  const ofSession = { ...user, holds_staff_rights: actor.holdsStaffRights ?? false };
  return currentUserView(ofSession, company, { ...installation, licenseContact: contact });
}

/** ACC-043. */
async function accountStatus(
  tx: Tx,
  { isDayUsedUp }: Pick<AccountServices, 'isDayUsedUp'>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<AccountStatus> {
  const user = await findUser(tx, actor.userId);
  const company = await findCompany(tx, actor.company.id);
  if (!user || !company) throw new AppError('unauthorized');
  if (!user.is_activated) return 'need_activation';
  if (!user.is_verified) return 'need_verification';
  const license = licenseOf(company, now);
  if (license !== 'active' && !company.is_ext_company) return `license_${license}`;
  return mayAccess('profiles', actor) && (await isDayUsedUp(tx, company.id, now)) ? 'limit_exceeded' : 'active';
}

export function accountRoutes(services: AccountServices) {
  const { database, clock, isSendingPaused, mayResumeSending, linksAt, terms, survey } = services;
  const { systemNotificationsOf, listTemplateOwners, captcha } = services;
  const api = implement(accounts).$context<RequestContext>();
  const installation = async (tx: Tx, actor: Actor, { request }: Pick<RequestContext, 'request'>) => {
    const sendingPaused = await isSendingPaused(tx);
    return {
      sendingPaused,
      mayResumeSending: sendingPaused && (await mayResumeSending(actor)),
      menuLinks: linksAt(request.hostname),
      terms,
      survey,
      systemNotifications: await systemNotificationsOf(tx, actor),
      mustAddFactor: request.apiCall?.visitor?.lacksFactor ?? false,
      impersonatedBy: actor.originalUserId ?? null,
      now: clock.now(),
    };
  };
  const current = async (tx: Tx, actor: Actor, context: Pick<RequestContext, 'request'>) =>
    loadCurrentUser(tx, actor, await installation(tx, actor, context));
  const answer = async (result: SignInResult, context: RequestContext) => {
    if (result.kind === 'confirmation')
      return { user: null, next: result.next, confirmation: { token: result.token, app: result.app, email: result.email } };
    await replaceSession(services, result, context);
    const actor = actorOf(result.user, result.company);
    const found = await database.asSystem(async (tx) => ({
      ...(await installation(tx, actor, context)),
      licenseContact: await licenseContact(tx, { actor, company: result.company, now: clock.now() }),
    }));
    const user = currentUserView(result.user, result.company, { ...found, mustAddFactor: result.lacksFactor });
    return { user, next: result.next, confirmation: null };
  };
  return {
    signIn: api.signIn.handler(async ({ input, context }) => answer(await signIn(services, input, originOf(context)), context)),
    confirmSignIn: api.confirmSignIn.handler(async ({ input, context }) =>
      answer(await confirmSignIn(services, input, originOf(context)), context),
    ),
    emailCode: api.emailCode.handler(async ({ input: { token } }) => {
      await emailCode(services, token);
      return {};
    }),
    beginPasskeySignIn: api.beginPasskeySignIn.handler(({ context: { request } }) =>
      beginPasskeySignIn(services, partyAt(services, request)),
    ),
    signInWithPasskey: api.signInWithPasskey.handler(async ({ input: { passkey: use, next }, context }) => {
      const party = partyAt(services, context.request);
      return answer(await signInWithPasskey(services, { use, next, party }, originOf(context)), context);
    }),
    signOut: api.signOut.handler(async ({ context: { request, reply } }) => {
      await endSession(database, request, reply);
      return {};
    }),
    captchaKey: api.captchaKey.handler(() => ({ key: captcha?.key ?? '', script: captcha?.script ?? '' })),
    me: api.me.handler(({ context: { actor, request } }) => database.inCompany(actor.company.id, (tx) => current(tx, actor, { request }))),
    status: api.status.handler(({ context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({ status: await accountStatus(tx, services, { actor, now: clock.now() }) })),
    ),
    saveSettings: api.saveSettings.handler(({ input, context: { actor, request } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        if (Object.keys(input).length > 0) await saveSettings(tx, actor.userId, input);
        return current(tx, actor, { request });
      }),
    ),
    listUsers: api.listUsers.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => ({
        users: await listUsers(tx, {
          excludeId: input.exclude_self ? actor.userId : undefined,
          roles: input.role,
          onlyAssignable: input.is_assignee,
          withoutPending: !input.include_pending_invites,
          ids: input.has_templates ? await listTemplateOwners(tx, actor) : undefined,
          limit: input.limit,
        }),
      })),
    ),
  };
}
