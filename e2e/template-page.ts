import type { Page } from 'playwright-core';

/** Address of the list of templates. */
export const list = '/messaging/templates';

export interface Template {
  id: number;
  name: string;
  subject: string;
  body: string;
  custom_variables: { name: string; value: string }[];
  attachments: { name: string }[];
}

export const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the message' });
export const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });

/** Opens the form of a new template: blank, or an example by name. */
export async function newTemplate(page: Page, from = 'Blank'): Promise<void> {
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByRole('menuitem', { name: from, exact: true }).click();
  await bodyOf(page).waitFor();
}

/** Saves the form and returns the stored template. */
export async function saved(page: Page): Promise<Template> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('mailing_templates') && response.request().method() !== 'GET'),
    page.getByRole('button', { name: /^(Create template|Save)$/ }).click(),
  ]);
  const made = (await answer.json()) as Template;
  // A new template opens at its own address in another form.
  await page.getByRole('button', { name: 'Save', exact: true }).first().waitFor();
  return made;
}
