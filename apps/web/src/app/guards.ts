import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '@headwater/contract/accounts';
import { type Access, mayAccess } from '@headwater/domain/access';
import { landingRoute } from '@headwater/domain/landing';
import { type Actor, isStaff } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { meQuery } from '#lib/current-user.ts';
import { showLanguage, textsOf } from '#lib/i18n.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { RouterContext } from './router-context.ts';

interface GuardArguments {
  context: RouterContext;
  location: { href: string };
}

export async function findUser({ queryClient }: RouterContext): Promise<CurrentUser | undefined> {
  try {
    const user = await queryClient.ensureQueryData(meQuery);
    if (user.settings.language) await showLanguage(user.settings.language);
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** SHELL-008, ACC-032: sends a visitor to /login with the way back. */
export async function signedIn({ context, location }: GuardArguments): Promise<{ user: CurrentUser }> {
  const user = await findUser(context);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
  if (user.must_add_factor) throw redirect({ to: '/two-step', search: { next: location.href } });
  return { user };
}

export async function licensed({ context, location }: GuardArguments): Promise<{ user: CurrentUser }> {
  const user = await findUser(context);
  const notice = user && licenseNotice(user);
  if (notice) throw redirect({ to: notice });
  return signedIn({ context, location });
}

/** ACC-023, ACC-024. Staff may continue, to renew the license. */
export function licenseNotice(user: CurrentUser): string | undefined {
  const actor = asActor(user);
  return user.license === 'active' || isStaff(actor) ? undefined : landingRoute(actor, user.license);
}

/** DEC-08: guards the page that sets up two-step verification; all others go to their home. */
export async function requiresFactorSetup({ context, location }: GuardArguments): Promise<{ user: CurrentUser }> {
  const user = await findUser(context);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
  if (!user.must_add_factor) throw redirect({ to: homeOf(user) });
  return { user };
}

export function homeOf(user: CurrentUser): string {
  return landingRoute(asActor(user), 'active');
}

interface RightArguments {
  context: { user: CurrentUser };
  location?: { pathname: string };
  preload?: boolean;
}

/** Redirects to the landing route (SHELL-008); hiring managers to /folders/ (SHELL-012). */
export function requires(access: Access | ((actor: Actor) => boolean)) {
  return ({ context, location, preload = false }: RightArguments): void => {
    const actor = asActor(context.user);
    const allowed = typeof access === 'function' ? access(actor) : mayAccess(access, actor);
    if (allowed) return;
    const home = homeOf(context.user);
    // The root address redirects without a message.
    if (!preload && location && location.pathname !== '/') showSnackbar({ message: textsOf('app')('page.noAccess'), key: 'no-access' });
    throw redirect({ to: home });
  };
}
