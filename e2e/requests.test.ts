import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { patient, visits } from './visit.ts';

const isCall = (request: Request) => /\/api\/(?:v6|internal)\//.test(request.url());
const answer = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
/** Replaces the next response of a matching call. */
async function once(page: Page, { method, path }: { method: string; path: RegExp }, act: (route: Route) => Promise<void>) {
  let isDone = false;
  await page.route(path, (route) => {
    if (isDone || route.request().method() !== method) return route.fallback();
    isDone = true;
    return act(route);
  });
}

describe('every request', () => {
  it('[REQ-002] [REQ-003] [REQ-004] [REQ-005] [REQ-006] carries the version, the previous address and the sessions of the tab', async () => {
    const page = await visits.open('/folders/', { who: 'recruiter' });
    await page.getByRole('heading', { name: 'Vacancies' }).first().waitFor();
    const later: Request[] = [];
    page.on('request', (request) => isCall(request) && later.push(request));
    await page.getByRole('link', { name: 'New vacancy' }).click();
    await page.getByLabel('Name').fill(`Requests ${Date.now()}`);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/folders\/\d+/);
    await expect.poll(() => later.length, patient).toBeGreaterThan(1);
    const session = await page.evaluate(() => (JSON.parse(sessionStorage.getItem('headwater.session') ?? '{}') as { id: string }).id);
    expect(session).not.toBe('');
    const made = later.find((request) => request.method() === 'POST' && /\/folders\/?$/.test(request.url()));
    const headers = await made?.allHeaders();
    expect(headers).toMatchObject({
      accept: 'application/json; version=5.1',
      'x-session-id': session,
      'x-referer-session-id': '',
      'x-previous-url': expect.stringContaining('/folders/'),
    });
    expect(headers?.['x-csrftoken']).not.toBe('');
    expect(headers?.['cookie']).toContain('csrftoken=');

    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => {
        window.open('/folders/');
      }),
    ]);
    const call = await opened.waitForRequest(isCall, patient);
    const own = await call.allHeaders();
    expect(own['x-referer-session-id']).toBe(session);
    expect(own['x-session-id']).not.toBe(session);
    await page.context().close();
  });
});

describe('refusals of the server', () => {
  it('[STS-018] [STS-019] a status shows the text of its code; any other failure marks the list', async () => {
    const page = await visits.open('/folders/statuses', { who: 'admin' });
    await page.getByRole('button', { name: 'New status' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Requests');
    await once(page, { method: 'POST', path: /\/api\/v6\/[\w/]*status/ }, answer(403, { detail: 'Ask your administrator' }));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Ask your administrator').first().waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Requests');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await once(page, { method: 'PATCH', path: /\/api\/v6\/[\w/]*status/ }, answer(500, {}));
    await page.getByRole('switch').last().click({ force: true });
    await page.locator('[data-errored]').waitFor();
    await page.getByRole('alert').first().waitFor();
    await page.context().close();
  });
});
