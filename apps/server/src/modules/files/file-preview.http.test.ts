import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { upload } from '../../../test/upload.ts';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';

const here = useSharedInstallation();
let [caller, stranger] = [undefined, undefined] as unknown as [Caller, Caller];
beforeAll(async () => {
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const sample = (name: string) => readFileSync(fileURLToPath(new URL(`../../../test/resumes/${name}`, import.meta.url)));
const path = (id: number) => `/api/files/v1/${id}/preview/`;

async function attach(filename: string): Promise<number> {
  const [profile] = await addProfiles(here, 1);
  const { status, body } = await upload(caller, { filename, bytes: sample(filename), fields: { profile_id: String(profile) } });
  expect(status).toBe(200);
  return body.id;
}

describe('the preview of a file', () => {
  it.each([
    ['richard-twocol-table.docx', 'Richard'],
    ['richard-single.odt', 'Richard'],
    ['richard-legacy.doc', 'Richard'],
    ['ru-kuznetsov-hh.rtf', 'Кузнецов'],
    ['ru-popova.txt', 'Попова'],
  ])('[FILE-020] is the text of %s', async (filename, name) => {
    const { status, body } = await caller.get(path(await attach(filename)));
    expect([status, body.kind]).toEqual([200, 'text']);
    expect(body.text).toContain(name);
  });

  it('[FILE-020] [FILE-021] is the bytes of a PDF, for the company alone', async () => {
    const id = await attach('scorelia-sample_resume.pdf');
    expect(await caller.get(path(id))).toMatchObject({ status: 200, body: { kind: 'pdf' } });
    expect((await stranger.get(path(id))).status).toBe(404);
  });
});
