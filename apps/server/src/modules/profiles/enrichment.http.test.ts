import { beforeAll, describe, expect, it } from 'vitest';
import { addProfiles } from '../../../test/vacancy-fixtures.ts';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

let caller: Caller;
let stranger: Caller;
beforeAll(async () => {
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
});

const resume = `Anna Petrova
Data engineer

Email: anna.petrova@candidates.test
Phone: +7 900 123-45-67

Experience
Data Engineer, Gammatech
March 2022 – present

Developer, Beta
March 2021 – February 2022

Skills
Python, Apache Kafka, SQL

Education
Moscow State University, 2012 – 2016
`;

async function upload(content: string, name = 'resume.txt'): Promise<number> {
  const boundary = 'boundary7';
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { status, body } = await caller.send({ method: 'POST', url: '/api/files/v1/', payload, headers });
  expect(status).toBe(200);
  return body.id;
}

const path = (profile: number | undefined, end = '') => `/api/v6/profiles/${profile}/enrich_by_file/${end}`;
const known = { first_name: 'Anna', last_name: 'Petrova', headline: 'Known headline', skills: [{ name: 'Python' }] };
const whole = async (profile: number | undefined, who = caller) => (await who.get(`/api/internal/profiles/${profile}/`)).body;
const skillsOf = async (profile: number | undefined, who = caller) =>
  (await whole(profile, who)).skills.map(({ name }: { name: string }) => name) as string[];

describe('enrichment by a file', () => {
  it('[FILE-009] [FILE-014] adds new data for the company alone and keeps known data', async () => {
    const [profile] = await addProfiles(here, 1, { input: known });
    const file = await upload(resume);
    const preview = await caller.post(path(profile, 'preview/'), { file_id: file });
    expect(preview).toMatchObject({ status: 200, body: { name: 'Anna Petrova' } });
    expect(preview.body.is_other_person).toBe(false);
    expect(preview.body.added).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'skills', entries: expect.arrayContaining([{ name: 'SQL' }]) })]),
    );
    expect(preview.body.contacts).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'email', value: 'anna.petrova@candidates.test' })]),
    );
    expect(await skillsOf(profile)).toEqual(['Python']);

    const { status, body } = await caller.post(path(profile), { file_id: file });
    expect([status, body.contacts_added.length > 0]).toEqual([200, true]);
    const after = await whole(profile);
    expect(after).toMatchObject({
      headline: 'Known headline',
      private_fragments: [{ id: body.fragment_id, source: 'file', resume_id: file }],
    });
    expect(after.current_positions).toMatchObject([{ company: 'Gammatech' }, { company: 'Beta' }]);
    expect(await skillsOf(profile)).toEqual(expect.arrayContaining(['Python', 'SQL']));
    expect(JSON.stringify(after.contacts)).toContain('anna.petrova@candidates.test');
    expect(await skillsOf(profile, stranger)).toEqual(['Python']);
    expect((await caller.get(`/api/internal/profiles/${profile}/resumes/`)).body.resumes).toMatchObject([
      { file_id: file, type: 'enrichment-from-file', enrichable: false },
    ]);
  });

  it('[FILE-009] warns of another person, and adds only the entries that were not left out', async () => {
    const [profile] = await addProfiles(here, 1, { input: { ...known, first_name: 'Michael', last_name: 'Platzer' } });
    const file = await upload(resume);
    const preview = await caller.post(path(profile, 'preview/'), { file_id: file });
    expect(preview).toMatchObject({ status: 200, body: { name: 'Anna Petrova', is_other_person: true } });
    const { added, contacts } = preview.body as {
      added: { field: string; entries: { name?: string }[]; keys: string[] }[];
      contacts: { key: string }[];
    };
    const leftOut = added.flatMap(({ field, entries, keys }) =>
      keys.filter((_, index) => field !== 'skills' || entries[index]?.name !== 'SQL'),
    );
    const everything = [...leftOut, ...added.flatMap(({ keys }) => keys), ...contacts.map(({ key }) => key)];
    expect((await caller.post(path(profile), { file_id: file, left_out: everything })).status).toBe(422);
    const answer = await caller.post(path(profile), { file_id: file, left_out: [...leftOut, ...contacts.map(({ key }) => key)] });
    expect(answer).toMatchObject({ status: 200, body: { contacts_added: [] } });
    expect(await skillsOf(profile)).toEqual(['Python', 'SQL']);
    expect(await whole(profile)).toMatchObject({ current_positions: [{ company: 'Beta' }], previous_positions: [] });
  });

  it('[FILE-010] [FILE-011] happens once per file, also under another name and with two parallel requests', async () => {
    const [profile] = await addProfiles(here, 1, { input: known });
    const [file, same] = [await upload(resume), await upload(resume, 'the same.txt')];
    const answers = await Promise.all([caller.post(path(profile), { file_id: file }), caller.post(path(profile), { file_id: file })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const id of [file, same])
      expect(await caller.post(path(profile), { file_id: id })).toMatchObject({
        status: 409,
        body: { detail: 'Profile already enriched from this file' },
      });
  });

  it('[FILE-012] rejects an unreadable file and a file without new data', async () => {
    const [profile] = await addProfiles(here, 1, { input: known });
    const impossible = { status: 422, body: { detail: 'Enrichment not possible' } };
    expect(await caller.post(path(profile), { file_id: await upload('…') })).toMatchObject(impossible);
    expect(await caller.post(path(profile), { file_id: await upload('%PDF-1.7 broken', 'broken.pdf') })).toMatchObject(impossible);
    const [first, second] = [await upload(resume), await upload(`${resume}\n\n`)];
    await caller.post(path(profile), { file_id: first });
    expect(await caller.post(path(profile), { file_id: second })).toMatchObject(impossible);
  });

  it('[FILE-009] is undone with its contacts and can be repeated', async () => {
    const [profile] = await addProfiles(here, 1, { input: known });
    const before = await whole(profile);
    const file = await upload(resume);
    const { body } = await caller.post(path(profile), { file_id: file });
    expect((await stranger.delete(path(profile, `${body.fragment_id}/`))).status).toBe(404);
    expect((await caller.delete(path(profile, `${body.fragment_id}/`))).status).toBe(200);
    const after = await whole(profile);
    expect({ ...after, updated_on: null }).toEqual({ ...before, updated_on: null });
    expect((await caller.post(path(profile), { file_id: file })).status).toBe(200);
  });

  it('[CTP-012] [FILE-009] removes its contacts when its save is removed like any other save', async () => {
    const [profile] = await addProfiles(here, 1, { input: known });
    const before = await whole(profile);
    const { body } = await caller.post(path(profile), { file_id: await upload(resume) });
    expect((await caller.get(`/api/v6/profiles/${profile}/contacts/`)).body.contacts.length).toBeGreaterThan(before.contacts.length);
    // Restored fields do not remove the contacts.
    const { fields } = (await caller.get(`/api/v6/profiles/${profile}/private/`)).body.fragments[0];
    expect((await caller.post(`/api/v6/profiles/${profile}/private/restore/`, { fields })).status).toBe(200);
    expect((await caller.get(`/api/v6/profiles/${profile}/contacts/`)).body.contacts.length).toBeGreaterThan(before.contacts.length);
    expect((await caller.delete(`/api/v6/private/${body.fragment_id}/`)).status).toBe(200);
    expect((await whole(profile)).contacts).toEqual(before.contacts);
  });

  it('[FILE-014] rejects a file of another profile or company', async () => {
    const [profile, other] = await addProfiles(here, 2, { input: known });
    const file = await upload(resume);
    await caller.post(path(other), { file_id: file });
    expect((await caller.post(path(profile), { file_id: file })).status).toBe(404);
    expect((await stranger.post(path(profile), { file_id: file })).status).toBe(404);
  });
});
