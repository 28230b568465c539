import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '@headwater/contract/accounts';
import { type Access, mayAccess } from '@headwater/domain/access';
import { landingRoute } from '@headwater/domain/landing';
import type { Actor } from '@headwater/domain/roles';
import { asActor } from '#lib/actor.ts';
import { ApiError } from '#lib/api-error.ts';
import { meQuery } from '#lib/current-user.ts';
import { showLanguage } from '#lib/i18n.ts';
import { hasScreen } from './frame/not-yet.ts';
import type { RouterContext } from './router-context.ts';

interface GuardArguments {
  context: RouterContext;
  location: { href: string };
}

/** The current user, or undefined for a visitor without a session. */
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

/** SHELL-008, ACC-032: a visitor is sent to /login and comes back afterwards. */
export async function signedIn({ context, location }: GuardArguments): Promise<{ user: CurrentUser }> {
  const user = await findUser(context);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
  if (user.must_add_factor) throw redirect({ to: '/two-step', search: { next: location.href } });
  return { user };
}

/** DEC-08: the one screen of who has to set up two-step verification; whoever has, or need not, goes where they belong. */
export async function lackingFactor({ context, location }: GuardArguments): Promise<{ user: CurrentUser }> {
  const user = await findUser(context);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
  if (!user.must_add_factor) throw redirect({ to: homeOf(user) });
  return { user };
}

/** Where a person belongs who may not open what they asked for; whose own screen is not there yet has the menu. */
export function homeOf(user: CurrentUser): string {
  const home = landingRoute(asActor(user), 'active');
  return hasScreen(home) ? home : '/menu/';
}

/**
 * Guard of a route by a rule of the domain; for `beforeLoad` of routes under the shell.
 * Who does not satisfy it is sent to their landing route (SHELL-008); hiring managers land on /folders/ (SHELL-012).
 */
export function requires(access: Access | ((actor: Actor) => boolean)) {
  return ({ context }: { context: { user: CurrentUser } }): void => {
    const actor = asActor(context.user);
    const allowed = typeof access === 'function' ? access(actor) : mayAccess(access, actor);
    if (allowed) return;
    const home = homeOf(context.user);
    throw redirect({ to: home });
  };
}
