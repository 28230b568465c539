import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { connect } from './correspond.ts';
import { mail } from './product-url.ts';
import { patient, send, visits } from './visit.ts';
import { startBrowser } from './windows.ts';

/** Everything that the editor can produce, except the image, which the test inserts. */
const written =
  '<p>Hello {{FIRST_NAME}},</p><p style="text-align:center"><strong>bold</strong> <em>italic</em> <u>under</u> <s>struck</s></p>' +
  '<p style="text-align:right"><span style="font-size:24px">huge</span> and <span style="font-size:12px">small</span></p>' +
  '<ul><li><p>first</p></li><li><p>second <strong>one</strong></p></li></ul><ol><li><p>third</p></li></ol>' +
  '<p><a href="https://jobs.acme.io/x?a=1&amp;b=2">A role — «Инженер» &amp; more</a></p><p></p><p>After an empty line</p>';

const teal = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="100%" height="100%" fill="teal"/></svg>`;

/** PNG created by the browser. */
async function png(page: Page): Promise<Buffer> {
  const address = await page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png');
  }, teal);
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** HTML that the editor stores for the text and an image. */
async function edited(page: Page): Promise<string> {
  const body = { name: 'Looks', subject: 'Looks', body: written };
  const { id } = (await send(page, { path: '/api/v6/mailing_templates/', method: 'POST', body })) as { id: number };
  await page.goto(`${new URL(page.url()).origin}/messaging/templates?template=${id}`);
  const field = page.getByRole('textbox', { name: 'Text of the message' });
  await field.getByText('After an empty line').click();
  await page
    .locator('input[type=file][aria-label=Image]')
    .setInputFiles({ name: 'teal.png', mimeType: 'image/png', buffer: await png(page) });
  await field.locator('[data-figure] img').waitFor(patient);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('mailing_templates') && response.request().method() !== 'GET'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  return ((await answer.json()) as { body: string }).body;
}

async function person(page: Page): Promise<{ id: number; email: string }> {
  const query = new URLSearchParams({ q: '["skill:Python"]', f: 'contacts:email', per_page: '1', page: '57' });
  const found = (await send(page, { path: `/api/v6/profiles/?${query.toString()}` })) as { profiles: { id: number }[] };
  const id = found.profiles[0]?.id ?? 0;
  const opened = (await send(page, { path: `/api/v6/profiles/${id}/get-contacts/` })) as { contacts: { type: string; value: string }[] };
  return { id, email: opened.contacts.find((contact) => contact.type === 'email')?.value ?? '' };
}

const unescape = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** The received e-mail with its embedded images. */
async function received(email: string): Promise<string> {
  const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
  const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
  const newest = `${inbox}/${Math.max(...numbers)}`;
  const source = unescape(/<pre>([^]*)<\/pre>/.exec(await (await fetch(`${newest}?view=source`)).text())?.[1] ?? '');
  const parts = source.matchAll(/content-id: <([^>]+)>[^]*?\r?\n\r?\n([A-Za-z0-9+/=\s]+?)\r?\n--/gi);
  const html = await (await fetch(`${newest}/body`)).text();
  return [...parts].reduce(
    (shown, [, id = '', data = '']) => shown.replaceAll(`cid:${id}`, `data:image/png;base64,${data.replaceAll(/\s/g, '')}`),
    html,
  );
}

/** Position and type of each element, without the tracking pixel. */
const layout = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).display !== 'none' && !(element instanceof HTMLImageElement && element.width === 1))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { fontFamily, fontSize, fontWeight, fontStyle, color, textAlign, textDecorationLine } = getComputedStyle(element);
        const text = element.childElementCount === 0 ? element.textContent : '';
        const box = [x, y, width, height].map((value) => Math.round(value * 10) / 10).join(' ');
        return [element.tagName, box, fontFamily, fontSize, fontWeight, fontStyle, color, textAlign, textDecorationLine, text].join(' | ');
      }),
  );

async function drawn(page: Page, html: string) {
  await page.setContent(html);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))));
  return {
    layout: await layout(page),
    picture: (await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 420 } })).toString('base64'),
  };
}

describe('output of the editor', () => {
  it('[EDIT-001] [EDIT-004] [EDIT-014] looks the same in the mailbox and in the preview', async () => {
    const page = await visits.open('/messaging/templates', { who: 'admin' });
    await connect(page);
    const body = await edited(page);
    const { id, email } = await person(page);
    const draft = { profile_id: id, subject: 'Looks', body };
    const preview = (await send(page, { path: '/api/v6/messaging/preview/', method: 'POST', body: draft })) as { html: string };
    const [, own = ''] = /<img\b[^>]*\ssrc="(\/api\/files\/v1\/\d+\/download\/)"/.exec(preview.html) ?? [];
    const picture = await page.evaluate(async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())], own);
    const shown = preview.html.replace(own, `data:image/png;base64,${Buffer.from(picture).toString('base64')}`);
    const letter = { ...draft, email, request_key: crypto.randomUUID() };
    const made = (await send(page, { path: '/api/v6/messages/', method: 'POST', body: letter })) as { id: number };
    await vi.waitFor(async () => expect(await send(page, { path: `/api/v6/messages/${made.id}/` })).toMatchObject({ status: 'sent' }), {
      timeout: 60_000,
      interval: 200,
    });
    const letterHtml = await received(email);
    const bare = await (await startBrowser()).newPage({ viewport: { width: 600, height: 800 } });
    const before = await drawn(bare, shown);
    const after = await drawn(bare, letterHtml);
    await bare.close();
    expect(before.layout.some((line) => line.startsWith('IMG') && line.includes(' 120 60 '))).toBe(true);
    expect(before.layout.length).toBeGreaterThan(20);
    expect(after.layout).toEqual(before.layout);
    expect(after.picture === before.picture).toBe(true);
  });
});
