import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiAreas } from '@headwater/domain/api-scopes';
import { describeHostileInput } from './hostile-routes.ts';

describeHostileInput('company');

it('[REQ-042] hostile input has a test file for each area of the API', () => {
  expect(apiAreas.filter((area) => !existsSync(new URL(`hostile-${area}.test.ts`, import.meta.url)))).toEqual([]);
});
