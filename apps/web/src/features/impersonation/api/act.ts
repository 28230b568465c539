import { safeNext } from '@headwater/domain/landing';
import { api } from '#lib/api.ts';
import { announceUser } from '#lib/current-user.ts';

/** Reloads this tab and the others, because all displayed data belongs to another user. */
function reloadAs(userId: number, next: string): void {
  announceUser(userId);
  globalThis.location.assign(next);
}

const urlKey = 'headwater.before-acting';

/** Stores the current URL for the return. Without storage, the return opens the home page. */
function storeUrl(): void {
  try {
    sessionStorage.setItem(urlKey, `${location.pathname}${location.search}`);
  } catch {}
}

function takeStoredUrl(): string | undefined {
  try {
    const kept = sessionStorage.getItem(urlKey) ?? undefined;
    sessionStorage.removeItem(urlKey);
    return safeNext(kept);
  } catch {
    return undefined;
  }
}

const findUserId = async () => (await api.accounts.me()).id;

/** ROLE-031 */
export async function logInAs(id: number): Promise<void> {
  const { next } = await api.impersonation.logInAs({ id });
  storeUrl();
  reloadAs(id, next);
}

/** ROLE-032 */
export async function logInAsServiceManager(companyId: number): Promise<void> {
  const { next } = await api.impersonation.logInAsServiceManager({ id: companyId });
  storeUrl();
  reloadAs(await findUserId(), next);
}

export async function stopActing(): Promise<void> {
  const { next } = await api.impersonation.return();
  reloadAs(await findUserId(), takeStoredUrl() ?? next);
}
