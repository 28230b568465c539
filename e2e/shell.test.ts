import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { address as base } from './product-url.ts';
import { axeFaults } from './axe.ts';
import { type Correspondence, correspond } from './correspond.ts';
import { patient, send, visits } from './visit.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const askedWho = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/internal\/users\/me\/?$/.test(request.url())) asked.push(pathOf(page));
  });
  return asked;
};

let person: Correspondence;

beforeAll(async () => {
  const page = await visits.enter('admin');
  person = await correspond(page);
  await visits.leave(page);
});

describe('the palette', () => {
  it('[SHELL-037] [SHELL-043] says in the corner that it did not come, and is put away and tried again by its keys', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    await page.route(/assets\/Palette-/, (route) => route.abort());
    await page.goto(`${base}/folders/`);
    await page.locator('main tbody tr').first().waitFor(patient);
    const failed = page.getByRole('alert').filter({ hasText: 'The data could not be displayed' });
    await page.keyboard.press('Control+k');
    await failed.waitFor(patient);
    await page.keyboard.press('Control+k');
    await failed.waitFor({ ...patient, state: 'hidden' });
    await page.keyboard.press('Control+k');
    await failed.waitFor(patient);
    await page.unrouteAll({ behavior: 'wait' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('searchbox')).first().waitFor(patient);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ ...patient, state: 'detached' });
  });

  it('opens however often it is called before it is there, and is put away by its keys after that', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    let arrive: (() => void) | undefined;
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/assets\/Palette-/, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto(`${base}/folders/`);
    await page.locator('main tbody tr').first().waitFor(patient);
    const field = page.getByPlaceholder('Search or jump to…');
    for (let click = 0; click < 2; click += 1) await page.getByRole('button', { name: 'Jump to…' }).click();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+k');
    arrive?.();
    await field.waitFor(patient);
    await page.keyboard.press('Control+k');
    await field.waitFor({ ...patient, state: 'hidden' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('neither comes nor goes while its keys are kept down, and lists go on by theirs', async () => {
    const page = await visits.open('/folders/', { who: 'recruiter' });
    await page.locator('main tbody tr').first().waitFor(patient);
    const field = page.getByPlaceholder('Search or jump to…');
    // Each time but the first it says that it repeats.
    const keepDown = async (key: string, times: number) => {
      for (let down = 0; down < times; down += 1) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await keepDown('j', 2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-index')), patient).toBe('1');
    await page.keyboard.down('Control');
    await keepDown('k', 4);
    await field.waitFor(patient);
    await keepDown('k', 5);
    await page.keyboard.up('Control');
    await field.waitFor({ ...patient, state: 'hidden' });
  });
});

describe('addresses', () => {
  it('[SHELL-007] mean the same with and without the last slash', async () => {
    const page = await visits.open('/menu', { who: 'admin' });
    const titles = {
      settings: 'Settings',
      folders: 'Vacancies',
      'folders/statuses': 'Candidate statuses',
      'messaging/settings': 'Messaging settings',
    };
    for (const [path, title] of Object.entries(titles)) {
      for (const spelling of [`/${path}`, `/${path}/`]) {
        await page.goto(base + spelling);
        await heading(page, new RegExp(`^${title}`))
          .first()
          .waitFor();
        expect(pathOf(page)).toBe(spelling);
      }
    }
  });

  it('[PROF-002] are of a profile where they name digits', async () => {
    const page = await visits.open('/profiles/abc/', { who: 'recruiter' });
    await heading(page, 'Page not found').waitFor();
    await page.goto(`${base}/profiles/7/`);
    await page.getByRole('button', { name: 'Add to vacancy' }).first().waitFor();
  });

  it('[PROF-075] [VAC-003] that name nobody and no vacancy are one clear page, and nothing more is asked', async () => {
    for (const [path, title] of [
      ['/profiles/99999999/', 'Profile not found'],
      ['/folders/99999999/', 'Page not found'],
    ] as const) {
      const page = await visits.open('/icon.svg', { who: 'recruiter' });
      const failed: string[] = [];
      page.on('response', (response) => response.status() >= 400 && failed.push(new URL(response.url()).pathname));
      const told = page
        .waitForResponse((response) => response.url().includes('/api/v6/events/'), { timeout: 2_000 })
        .catch(() => undefined);
      await page.goto(base + path);
      await heading(page, title).waitFor();
      await told;
      expect(failed).toHaveLength(1);
      expect(await page.title()).toContain(title);
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Search people' }).first().waitFor();
    }
  });

  it('[SHELL-008] [SHELL-012] [ACC-032] lead a visitor to the sign-in and everybody else to where they may go', async () => {
    const visitor = await visits.open('/messaging/sent?status=sent');
    await visitor.waitForURL((url) => url.pathname === '/login');
    expect(new URL(visitor.url()).searchParams.get('next')).toBe('/messaging/sent?status=sent');
    const manager = await visits.open('/settings', { who: 'hm' });
    for (const path of ['/', '/intelligence', '/profiles', '/messaging/sent']) {
      await manager.goto(base + path);
      await heading(manager, /^Vacancies/).waitFor();
      expect(pathOf(manager)).toBe('/folders/');
    }
    const recruiter = await visits.open('/company', { who: 'recruiter' });
    await recruiter.waitForURL(`${base}/`);
  });

  it('[SHELL-008] [ACC-033] lead a visitor to the sign-in without an error in the console', async () => {
    const visitor = await visits.open('/license-expired');
    const problems: string[] = [];
    visitor.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await visitor.goto(`${base}/folders/`);
    await visitor.waitForURL((url) => url.pathname === '/login');
    await visitor.getByLabel('Email').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('[SHELL-006] that name nothing offer the search, the way back and the menu', async () => {
    const page = await visits.open('/settings', { who: 'recruiter' });
    await heading(page, 'Settings').waitFor();
    await page.goto(`${base}/folders/999999/`);
    await heading(page, 'Page not found').waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('link').allTextContents()).toEqual(['Search people', 'Menu']);
    // A known address of a screen that is not there is no other dead end.
    await page.goto(`${base}/apps`);
    await heading(page, 'Page not found').waitFor();
    await main.getByRole('link', { name: 'Menu' }).click();
    await page.waitForURL(/\/menu/);
    await page.goBack();
    await heading(page, 'Page not found').waitFor();
    await page.goForward();
  });

  it('[SHELL-009] [SHELL-010] [SHELL-011] show the search home, and its results', async () => {
    const page = await visits.open('/', { who: 'recruiter' });
    const skills = page.getByRole('textbox', { name: 'Skills' });
    await skills.waitFor();
    await page.goto(`${base}/intelligence`);
    await skills.waitFor();
    await page.goto(`${base}/profiles`);
    await page.locator('[data-total]').waitFor();
  });
});

describe('the side menu', () => {
  it('[SHELL-018] [SHELL-019] [SHELL-020] [SHELL-021] [ACC-006] is not on the pages that do without, of which some ask nobody who they are', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    await rail(page).waitFor();
    const asked = askedWho(page);
    const silent = [
      '/login',
      '/users/registration',
      '/invitations/accept-invite/k',
      '/oauth/register/x',
      '/users/recover',
      '/users/reset/t',
    ];
    for (const path of [...silent, '/limit-exceeded']) {
      await page.goto(base + path);
      await heading(page, /./).first().waitFor();
      expect(await rail(page).count()).toBe(0);
    }
    expect(asked).toEqual([]);
    await page.goto(`${base}/oauth/confirm_password/x`);
    await heading(page, 'Page not found').waitFor();
    const asking = [
      '/license-expired',
      '/license-not-started',
      '/users/activate/t',
      '/users/need-activation',
      '/l/1/hash',
      '/apps_extension',
    ];
    for (const path of asking) {
      await page.goto(base + path);
      await heading(page, /./).first().waitFor();
      expect(await rail(page).count()).toBe(0);
    }
    expect(asked).toEqual(asking);
    const visitor = await visits.open('/users/need-verification');
    await heading(visitor, 'Confirm your email address').waitFor();
    await visitor.goto(`${base}/apps_extension`);
    await visitor.waitForURL((url) => url.pathname === '/login');
  });

  it('[SHELL-061] [SHELL-062] ends in the account, and remembers whether it is open', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    await rail(page).waitFor();
    const account = page.getByRole('button', { name: 'Account: Alice Morgan, Demo company' });
    await account.click();
    const items = await page.getByRole('menu').getByRole('menuitem').allTextContents();
    expect(items).toEqual(['Company', 'API management', 'Settings', 'Logout']);
    await page.keyboard.press('Escape');
    await expect.poll(() => account.evaluate((node) => node === document.activeElement), patient).toBe(true);
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Expand menu' }).first().waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await page.getByText('Collapse menu').first().waitFor();
  });

  it('[SHELL-005] is all that a screen brings beside its own code', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    await heading(page, 'Settings').waitFor();
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(files.some((name) => name.includes('/SettingsPage'))).toBe(true);
    expect(
      files.filter((name) => /(?:Search|Profile|Vacancy|Vacancies|Login|Sent|History|MessagingSettings)Page|Palette|ModalHost/.test(name)),
    ).toEqual([]);
  });
});

describe('what opens over a screen', () => {
  it('[SHELL-022] [SHELL-023] [SHELL-024] [SHELL-025] is a stack: the one below waits with what was typed, Escape closes the top', async () => {
    const page = await visits.open(`/profiles/${person.id}/`, { who: 'admin' });
    const opener = page.getByRole('button', { name: 'Message', exact: true });
    await opener.click();
    const composer = page.getByRole('dialog', { name: /^Message to / });
    await composer.locator('.ProseMirror').nth(1).click();
    await page.keyboard.type('Kept');
    await composer.locator('.ProseMirror').nth(1).click();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).first().waitFor();
    await composer.waitFor({ state: 'hidden' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await composer.waitFor();
    expect(await composer.locator('.ProseMirror').nth(1).textContent()).toBe('Kept');
    await composer.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await composer.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((node) => node === document.activeElement), patient).toBe(true);
  });

  it('[SHELL-026] is a notice that comes and goes in 300 ms', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByText('Miles').click();
    const notice = page.getByRole('status').filter({ hasText: 'Saved' });
    await notice.waitFor();
    const times = await notice.evaluate((node) => [getComputedStyle(node).animationDuration, getComputedStyle(node).transitionDuration]);
    expect(times).toEqual(['0.3s', '0.3s']);
    await page.evaluate(() => {
      const gone = { opacities: [] as number[], at: 0, begin: 0 };
      Object.assign(globalThis, { gone });
      const node = [...document.querySelectorAll('[role="status"]')].find((one) => one.textContent?.includes('Saved'));
      const look = () => {
        if (!node?.isConnected) return void (gone.at = performance.now());
        gone.opacities.push(Number(getComputedStyle(node).opacity));
        requestAnimationFrame(look);
      };
      node?.querySelector('button')?.addEventListener('click', () => {
        gone.begin = performance.now();
        look();
      });
    });
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    // The page itself notes the moment, a frame after the notice is gone.
    await page.waitForFunction(() => (globalThis as unknown as { gone: { at: number } }).gone.at > 0);
    const gone = await page.evaluate(() => (globalThis as unknown as { gone: { opacities: number[]; at: number; begin: number } }).gone);
    expect(gone.at - gone.begin).toBeGreaterThanOrEqual(290);
    expect(gone.opacities.some((opacity) => opacity > 0 && opacity < 1)).toBe(true);
    await send(page, { path: '/api/v6/user/settings/', method: 'PATCH', body: { range_measure: 'km' } });
  });
});

describe('the admin area', () => {
  it('[SHELL-004] comprises companies with their people and sign-in, notifications, banned links, active users and API tokens', async () => {
    const page = await visits.open('/companies', { who: 'staff' });
    const menu = rail(page);
    for (const [name, path] of [
      ['Managers', '/managers'],
      ['Active users', '/active-users'],
      ['Banned links', '/profiles/ban'],
      ['Notifications', '/notifications/system'],
      ['Extension notifications', '/notifications'],
      ['All companies', '/companies'],
    ] as const) {
      await menu.locator(`a[href^="${path}"]`).getByText(name, { exact: true }).first().click();
      await page.waitForURL((url) => url.pathname.replace(/\/$/, '') === path, patient);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor(patient);
      expect(await heading(page, 'Page not found').count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Demo company', exact: true }).first().click();
    await heading(page, 'Demo company').first().waitFor(patient);
    for (const tab of ['Employees', 'Hiring managers', 'Single sign-on']) {
      await page.getByRole('main').getByRole('link', { name: tab, exact: true }).first().click();
      await page.locator('a[aria-current="page"]', { hasText: tab }).first().waitFor(patient);
      expect(await heading(page, 'Page not found').count()).toBe(0);
    }
    const own = await visits.open('/api_management', { who: 'admin' });
    await heading(own, 'API management').first().waitFor(patient);
  });
});

describe('a part that does not arrive', () => {
  it('[SHELL-016] lead to a setting by the words that people know it by', async () => {
    const page = await visits.open('/folders/', { who: 'admin' });
    await heading(page, 'Vacancies').first().waitFor(patient);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to…').fill('gdpr');
    await page.getByText('Retention and erasure of personal data').first().waitFor(patient);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/settings#personal$/, patient);
    const section = page.locator('#personal');
    await section.waitFor(patient);
    await expect.poll(() => section.evaluate((shown) => shown.getBoundingClientRect().top < innerHeight), patient).toBe(true);
  });

  it('[SHELL-027] [SHELL-028] [SHELL-029] [SHELL-037] gives the error page, with its details behind the title', async () => {
    const page = await visits.open('/settings', { who: 'admin' });
    const logged: string[] = [];
    page.on('pageerror', (error) => logged.push(error.message));
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await page.route('**/assets/HistoryPage*.js', (route) => route.abort());
    await page.goto(`${base}/profiles/${person.id}/history`);
    const title = page.getByRole('button', { name: 'Something went wrong' });
    await title.waitFor();
    expect(await page.getByRole('link', { name: 'Main page' }).getAttribute('href')).toBe('/');
    const details = page.getByText('Loading chunk profile-history failed');
    expect(await details.count()).toBe(0);
    await title.click();
    await details.waitFor();
    expect(logged.join('\n')).toContain('Loading chunk profile-history failed');
    await page.unroute('**/assets/HistoryPage*.js');
    await page.getByRole('link', { name: 'Main page' }).click();
    await page.getByRole('textbox', { name: 'Skills' }).first().waitFor();
  });
});
