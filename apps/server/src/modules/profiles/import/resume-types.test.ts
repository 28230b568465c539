import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resumeTypeNames } from '@headwater/domain/profiles/resume-files';

const page = (path: string) => readFileSync(new URL(`../../../../../../${path}`, import.meta.url), 'utf8');

it.each(['README.md', 'docs/operations/deploy.md'])('[PEDT-008] %s lists the file types of the import', (path) => {
  expect(page(path)).toContain(`(${resumeTypeNames.join(', ')}`);
});
