import { axeFaults, expectReadable } from './axe.ts';
import { address as base, mail } from './product-url.ts';
import { type Look, lookName, looks, patient, picture, send, visits } from './visit.ts';
import { startBrowser } from './windows.ts';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

let profile = 0;
let name = '';
let candidate = '';
beforeAll(async () => {
  const page = await visits.enter('admin');
  ({ name } = (await send(page, { path: '/api/internal/users/me/' })) as { name: string });
  const found = (await send(page, { path: '/api/v6/profiles/?per_page=1' })) as { profiles: { id: number; full_name: string }[] };
  profile = found.profiles[0]?.id ?? 0;
  candidate = found.profiles[0]?.full_name ?? '';
  await visits.leave(page);
});

/** Lets a colleague mention the administrator. */
async function mention(): Promise<{ page: Page; id: number }> {
  const page = await visits.open('/folders/', { who: 'recruiter' });
  const path = `/api/v6/profiles/${profile}/comments/`;
  const { id } = (await send(page, { path, method: 'POST', body: { text: `@${name}, what do you think?` } })) as { id: number };
  return { page, id };
}

describe('a notification', () => {
  it('reaches the bell without a reload, opens from the list and becomes read', async () => {
    const page = await visits.open('/notices', { who: 'admin' });
    await page.getByRole('heading', { name: 'Your notifications' }).first().waitFor(patient);
    const { page: other, id } = await mention();
    const row = page.getByRole('row', { name: new RegExp(`mentioned you in a comment on ${candidate}`) }).first();
    await row.waitFor(patient);
    await page
      .getByRole('link', { name: /Your notifications: \d+ unread/ })
      .first()
      .waitFor(patient);
    await row.getByRole('button', { name: /^Mark as read/ }).click();
    await row.getByRole('button', { name: /^Mark as unread/ }).click(patient);
    await row.getByRole('button', { name: /^Mark as read/ }).waitFor(patient);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Your notifications', exact: true }).first().waitFor(patient);
    await row.press('Enter');
    await page.waitForURL(new RegExp(`/profiles/${profile}`), patient);
    await send(other, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
    await page.goto(`${base}/notices?kind=mention`);
    await page.getByRole('heading', { name: 'Your notifications' }).first().waitFor(patient);
    await expect.poll(() => page.getByRole('row', { name: /mentioned you/ }).count(), patient).toBe(0);
  });

  it.each(looks)('is readable: $language, $scheme, phone $phone', async (look) => {
    const { page: other, id } = await mention();
    const page = await visits.open('/notices', { who: 'admin', ...look });
    await page.locator('main tbody tr').first().waitFor(patient);
    await expectReadable(page, 'notices', look);
    await page.getByRole('button', { name: look.language === 'en' ? 'Notification settings' : 'Настройки уведомлений' }).click();
    await page.getByRole('dialog').getByRole('switch').first().waitFor(patient);
    await picture(page, `notice-settings-${lookName(look)}`);
    expect(await axeFaults(page)).toEqual([]);
    await send(other, { path: `/api/v6/comments/${id}/`, method: 'DELETE' });
  });
});

/** The packaged browser never shows notifications; a system Chromium does. */
let showsNotifications = false;
beforeAll(async () => {
  const page = await visits.enter('admin');
  await page.context().grantPermissions(['notifications'], { origin: base });
  showsNotifications = await page.evaluate(() => Notification.permission === 'granted');
  await page.context().close();
});
const opened: BrowserContext[] = [];
afterEach(async () => {
  // Permissions and init scripts cannot be removed from a context.
  await Promise.all(opened.splice(0).map((context) => context.close()));
});

/**
 * Opens a window of the administrator. The sandbox replaces the vendor's push service, which tests
 * cannot reach.
 */
async function enter({ vendor, ...look }: Look & { vendor: boolean }): Promise<Page> {
  const page = await visits.enter('admin');
  const context = page.context();
  opened.push(context);
  await context.grantPermissions(['notifications'], { origin: base });
  await context.exposeFunction('subscribeAtSandbox', async (key: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${mail}/push/browsers`, { method: 'POST', headers, body: JSON.stringify({ key }) })).json() as Promise<object>;
  });
  if (!showsNotifications)
    await context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('permission') ?? 'granted' });
      Object.defineProperty(Notification, 'requestPermission', { value: async () => Notification.permission });
    });
  if (vendor)
    await context.addInitScript(() => {
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without access to this file
      const stored = () => {
        const text = localStorage.getItem('subscription');
        const subscription = text && (JSON.parse(text) as { endpoint: string; keys: object });
        if (!subscription) return null;
        return { ...subscription, toJSON: () => subscription, unsubscribe: async () => localStorage.removeItem('subscription') };
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => stored(),
        async subscribe(this: unknown, { applicationServerKey: key }: { applicationServerKey: string }) {
          // Like browsers, returns nothing for a removed registration or one without an active
          // worker.
          const registration = await navigator.serviceWorker.getRegistration('/');
          if (!registration?.active || registration.pushManager !== this) throw new Error('no active worker');
          const { subscribeAtSandbox } = globalThis as unknown as { subscribeAtSandbox(key: string): Promise<object> };
          localStorage.setItem('subscription', JSON.stringify(await subscribeAtSandbox(key)));
          return stored();
        },
      });
    });
  const { language = 'en', scheme = 'light', phone = false } = look;
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate((chosen) => localStorage.setItem('headwater.language', chosen), language);
  await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { language } });
  return page;
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${base}/notices`);
  await page.getByRole('button', { name: /^(?:Notification settings|Настройки уведомлений)$/ }).click(patient);
  await page.getByRole('heading', { name: /^Push/ }).waitFor(patient);
}

/** Worker of this browser, and a function that delivers messages like the vendor's service. */
async function workerOf(page: Page): Promise<{ worker: Worker; deliver(text: string): Promise<void> }> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', patient));
  const session: CDPSession = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(base) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  return {
    worker,
    deliver: async (data) => void (await session.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId, data })),
  };
}

/** Lets a colleague mention the administrator. */
async function mentionAdmin(page: Page): Promise<number> {
  const { name } = (await send(page, { path: '/api/internal/users/me/' })) as { name: string };
  const other = await visits.open('/folders/', { who: 'recruiter' });
  const path = `/api/v6/profiles/${profile}/comments/`;
  const { id } = (await send(other, { path, method: 'POST', body: { text: `@${name}, have you seen this?` } })) as { id: number };
  return id;
}

/** Blocks notifications in the browser's site settings. */
async function block(page: Page): Promise<void> {
  if (!showsNotifications) return page.evaluate(() => localStorage.setItem('permission', 'denied'));
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  // The setting ends with this session, so the session stays open.
  const session = await (await startBrowser()).newBrowserCDPSession();
  const { browserContextId } = targetInfo;
  const where = { origin: base, ...(browserContextId === undefined ? {} : { browserContextId }) };
  await session.send('Browser.setPermission', { permission: { name: 'notifications' }, setting: 'denied', ...where });
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

interface Shown {
  title: string;
  tag: string;
  lang: string;
  data: { address: string; place: string };
}
const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const all = await registration.getNotifications();
    return all.map(({ title, tag, lang, data }) => ({ title, tag, lang, data: data as unknown }));
  }) as Promise<Shown[]>;

/** Notification that the worker must show for a message. */
function expectedNotification(text: string): Shown {
  const { title, tag, language, address, place } = JSON.parse(text) as { title: string; tag: string; language: string } & Shown['data'];
  return { title, tag, lang: language, data: { address, place } };
}

/** Shown notifications after a duplicate delivery: push services repeat some. */
async function shownOf(page: Page, text: string): Promise<Shown[]> {
  const { worker, deliver } = await workerOf(page);
  await deliver(text);
  await deliver(text);
  await expect.poll(async () => (await shownBy(worker)).length, patient).toBe(1);
  return shownBy(worker);
}

describe('browser notifications', () => {
  it('are turned on by a click, shown by the worker, opened at their address, and turned off, on and off again', async () => {
    const page = await enter({ vendor: true });
    await openSettings(page);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const off = page.getByRole('button', { name: /^Turn off in / });
    await off.waitFor(patient);
    const comment = await mentionAdmin(page);
    const own = await page.evaluate(() => (JSON.parse(localStorage.getItem('subscription') ?? '{}') as { endpoint: string }).endpoint);
    const received = async () =>
      ((await (await fetch(own.replace('/push/', '/push/browsers/'))).json()) as { text: string }[]).map(({ text }) => text);
    await expect.poll(async () => (await received()).length, patient).toBe(1);
    const [text = ''] = await received();
    const shown = showsNotifications ? await shownOf(page, text) : [expectedNotification(text)];
    expect(shown).toMatchObject([{ title: expect.stringContaining(`mentioned you in a comment on ${candidate}`), lang: 'en' }]);
    const { address, place } = shown[0]?.data ?? { address: '', place: '' };
    expect(place).toBe(`/profiles/${profile}`);
    await page.goto(base + address);
    await page.waitForURL(new RegExp(`/profiles/${profile}`), patient);
    const id = Number(address.split('/').at(-1));
    const listed = async () =>
      ((await send(page, { path: '/api/v6/notices/?kind=mention' })) as { notices: { id: number; is_read: boolean }[] }).notices;
    await expect.poll(listed, patient).toContainEqual(expect.objectContaining({ id, is_read: true }));
    await openSettings(page);
    const on = page.getByRole('button', { name: 'Turn on' });
    await off.click(patient);
    await on.click(patient);
    await off.click(patient);
    await on.waitFor(patient);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), patient).toBe(0);
    await send(page, { path: `/api/v6/comments/${comment}/`, method: 'DELETE' });
  });

  it('become read in a tab that already shows their address', async ({ skip }) => {
    if (!showsNotifications) skip('the browser of this machine has no notifications');
    const page = await enter({ vendor: true });
    await openSettings(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: /^Turn off in / }).waitFor(patient);
    const { worker, deliver } = await workerOf(page);
    const comment = await mentionAdmin(page);
    const unread = async () =>
      ((await send(page, { path: '/api/v6/notices/?kind=mention&unread=true' })) as { notices: { id: number }[] }).notices;
    await expect.poll(async () => (await unread()).length, patient).toBeGreaterThan(0);
    const [notice] = await unread();
    await page.goto(`${base}/profiles/${profile}`);
    await page.getByRole('heading', { name: candidate }).first().waitFor(patient);
    const data = { title: 'Mention', tag: 'a', language: 'en', address: `/notices/${notice?.id}`, place: `/profiles/${profile}` };
    await deliver(JSON.stringify(data));
    await expect.poll(async () => (await shownBy(worker)).length, patient).toBeGreaterThan(0);
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as WorkerScope;
      const all = await scope.registration.getNotifications();
      const notification = all.find(({ tag }) => tag === 'a');
      if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
    await expect.poll(async () => (await unread()).some(({ id }) => id === notice?.id), patient).toBe(false);
    expect(page.url()).toContain(`/profiles/${profile}`);
    await send(page, { path: `/api/v6/comments/${comment}/`, method: 'DELETE' });
  });

  it('report obstacles: an unreachable vendor and a browser that blocks them', async () => {
    const page = await enter({ vendor: false });
    await openSettings(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').filter({ hasText: 'push service' }).waitFor(patient);
    const { browsers } = (await send(page, { path: '/api/v6/notices/browsers/' })) as { browsers: { is_current: boolean }[] };
    expect(browsers.some(({ is_current: isCurrent }) => isCurrent)).toBe(false);
    await picture(page, 'push-no-service');
    await block(page);
    await openSettings(page);
    await page.getByText('This browser blocks notifications from this site').waitFor(patient);
    await picture(page, 'push-blocked');
  });

  it.each(looks)('are readable: $language, $scheme, phone $phone', async (look) => {
    const page = await enter({ vendor: true, ...look });
    await openSettings(page);
    await picture(page, `push-off-${lookName(look)}`);
    await page.getByRole('button', { name: look.language === 'en' ? 'Turn on' : 'Включить' }).click();
    await page.getByRole('button', { name: look.language === 'en' ? /^Turn off in / : /^Выключить: / }).waitFor(patient);
    await expectReadable(page, 'push-on', look);
  });
});
