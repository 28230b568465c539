import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectReadable } from './axe.ts';
import { address as base } from './product-url.ts';
import { mark, overflowOf, patient, phoneLooks, picture, send, visits } from './visit.ts';

const sample = (name: string) => readFileSync(fileURLToPath(new URL(`../apps/server/test/resumes/${name}`, import.meta.url)));
const hostile = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);)>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 300]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents 4 0 R/AA<</O<</S/URI/URI(https://outside.example.test/canary)>>>>>>endobj
4 0 obj<</Length 50>>stream
BT /F 24 Tf 40 200 Td (Ada Lovelace, analyst) Tj ET
endstream endobj
trailer<</Root 1 0 R>>`;

async function makeProfile(page: Page): Promise<number> {
  const body = { first_name: 'Ada', last_name: `Preview${mark}` };
  return ((await send(page, { path: '/api/v6/profiles/create/', method: 'POST', body })) as { id: number }).id;
}

async function attach(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('link', { name }).first().waitFor(patient);
}

const shown = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

describe('the preview of a file', () => {
  it('[FILE-020] shows a PDF and a document beside the profile, and runs nothing in them', async () => {
    const page = await visits.open('/icon.svg', { who: 'recruiter' });
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().startsWith(base) || asked.push(request.url())));
    page.on('dialog', (dialog) => void asked.push(dialog.message()));
    await page.goto(`${base}/profiles/${await makeProfile(page)}`);
    await attach(page, 'hostile.pdf', Buffer.from(hostile));
    await attach(page, 'resume.pdf', sample('ru-smirnova-hh.pdf'));
    await attach(page, 'resume.docx', sample('richard-twocol-table.docx'));
    await attach(
      page,
      'page.txt',
      Buffer.from(`<script>alert(1)</script><img src="https://outside.example.test/canary">${' text'.repeat(9)}`),
    );

    await page.getByRole('link', { name: 'resume.pdf' }).first().click();
    await shown(page, 'resume.pdf').getByText('Смирнова Анна Сергеевна').first().waitFor(patient);
    expect(await page.getByRole('heading', { name: `Ada Preview${mark}` }).isVisible()).toBe(true);
    await expectReadable(page, 'file-preview');
    await page.getByRole('link', { name: 'hostile.pdf' }).first().click();
    await shown(page, 'hostile.pdf').getByText('Ada Lovelace, analyst').first().waitFor(patient);
    await page.getByRole('link', { name: 'page.txt' }).first().click();
    await shown(page, 'page.txt').getByText('<script>alert(1)</script>').first().waitFor(patient);
    await page.getByRole('link', { name: 'resume.docx' }).first().click();
    await shown(page, 'resume.docx').getByText('Richard').first().waitFor(patient);
    await page.getByRole('button', { name: 'Close preview' }).press('Escape');
    await shown(page, 'resume.docx').waitFor({ ...patient, state: 'detached' });
    expect(asked).toEqual([]);
  });

  it.each(phoneLooks)('[FILE-020] covers the screen of a phone: $scheme, $language', async (look) => {
    const page = await visits.open('/icon.svg', { who: 'recruiter', ...look });
    await page.goto(`${base}/profiles/${await makeProfile(page)}`);
    await attach(page, 'resume.pdf', sample('ru-smirnova-hh.pdf'));
    await page.getByRole('link', { name: 'resume.pdf' }).first().click();
    await shown(page, 'resume.pdf').getByText('Смирнова Анна Сергеевна').first().waitFor(patient);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await picture(page, `file-preview-${look.scheme}-${look.language}-phone`);
  });
});
