import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newRecruiter, type Reader, type Recruiter, until } from '../../../../test/mailing-fixtures.ts';
import { fillVacancy } from '../../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);
const template = { subject: 'About the secret', body: '<p>Hello</p>' };

let company: number;
let rita: Recruiter;
let partner: TestUser;
let colleague: Caller;
let insider: Caller;
beforeAll(async () => {
  company = await here.addCompany();
  rita = await newRecruiter(here, mail, { company });
  partner = await here.addUser(company, 'worker');
  insider = await here.signIn(partner);
  colleague = await here.signIn(await here.addUser(company, 'worker'));
  await here.application.search.start();
});

const sentList = async (as: Caller, query = '') =>
  (await good(as.get(`/api/v6/mailing_recipients/${query}`))) as { messages: { id: number }[]; total: number };
const idsOf = async (as: Caller, query = '') => (await sentList(as, query)).messages.map((message) => message.id);

/** A vacancy with those people as its candidates. */
async function vacancyWith(readers: readonly Reader[], body: object = {}) {
  const { id } = await fillVacancy(here, rita.caller, { profiles: 0, body });
  const profiles = readers.map((reader) => reader.profile);
  const { candidates } = await good(rita.caller.post('/api/v6/candidates/', { folder_id: id, profiles }));
  return { id, candidates: candidates.map((candidate: { id: number }) => candidate.id) as number[] };
}

/** A mailing of that access to everybody of the vacancy, sent. */
async function sentMailing(vacancy: { id: number; candidates: number[] }, access: 'public' | 'private') {
  const { id } = await good(
    rita.caller.post('/api/v6/mailing_lists/', { folder_id: vacancy.id, access_type: access, templates: [template] }),
  );
  await good(rita.caller.put('/api/v6/mailing_recipients/', { mailing_list_id: id, candidate_ids: vacancy.candidates }));
  await good(rita.caller.post(`/api/v6/mailing_lists/${id}/launch/`, { send_delay_info: { type: 'now' } }));
  await until(async () => {
    const { totals } = await good(rita.caller.get(`/api/v6/mailing_lists/${id}/`));
    expect(totals.sent).toBe(vacancy.candidates.length);
  });
  return id as number;
}

const contacted = async (as: Caller) =>
  (await good(as.get('/api/v6/profiles/?f=general:contacted@company&per_page=100'))).profiles.map(({ id }: { id: number }) => id);

describe('messages about candidates of a private vacancy', () => {
  it('[ROLE-056] [ROLE-057] are read by those who see the vacancy, and by nobody else', async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const vacancy = await vacancyWith([anna], { access_type: 'private', assignees: [rita.user.id, partner.id] });
    const letter = { profile_id: anna.profile, candidate_id: vacancy.candidates[0], email: anna.email, request_key: 'key-visibility-1' };
    const { id } = await good(rita.caller.post('/api/v6/messages/', { ...letter, ...template }));
    await mail.becomes(rita.caller, id, 'sent');

    for (const query of ['', `?profile_id=${anna.profile}`, '?search=secret', `?created_by=${rita.user.id}`]) {
      expect(await idsOf(rita.caller, query)).toContain(id);
      expect(await idsOf(insider, query)).toContain(id);
      expect(await idsOf(colleague, query)).not.toContain(id);
    }
    expect((await sentList(colleague, `?profile_id=${anna.profile}`)).total).toBe(0);
    expect((await insider.get(`/api/v6/messages/${id}/`)).status).toBe(200);
    for (const path of [`/api/v6/messages/${id}/`, `/api/v6/messages/${id}/why/`]) expect((await colleague.get(path)).status).toBe(403);
    expect((await colleague.post(`/api/v6/messages/${id}/decide/`, { decision: 'send_again' })).status).toBe(403);
  });

  it('[ROLE-057] [MAIL-035] stay readable where a vacancy for everybody was deleted', async () => {
    const [anna] = (await addReaders(here, company, 1)) as [Reader];
    const vacancy = await vacancyWith([anna]);
    const letter = { profile_id: anna.profile, candidate_id: vacancy.candidates[0], email: anna.email, request_key: 'key-visibility-2' };
    const { id } = await good(rita.caller.post('/api/v6/messages/', { ...letter, ...template }));
    await good(rita.caller.delete(`/api/v6/folders/${vacancy.id}/`));
    expect(await idsOf(colleague)).toContain(id);
    expect((await colleague.get(`/api/v6/messages/${id}/`)).status).toBe(200);
  });
});

describe("messages of somebody else's private mailing", () => {
  it('[ROLE-059] are shown to its creator alone: in lists, at candidates and at people who are found', async () => {
    const readers = await addReaders(here, company, 2);
    const vacancy = await vacancyWith(readers);
    const mailing = await sentMailing(vacancy, 'private');
    const profiles = readers.map((reader) => reader.profile);

    const own = await idsOf(rita.caller, `?profile_id=${profiles[0]}`);
    expect(own).toHaveLength(1);
    expect(await idsOf(colleague, `?profile_id=${profiles[0]}`)).toEqual([]);
    expect((await colleague.get(`/api/v6/messages/${own[0]}/`)).status).toBe(403);

    const candidates = `/api/v6/folders/${vacancy.id}/candidates/`;
    const shown = async (as: Caller, query = '') => (await good(as.get(candidates + query))).candidates as { profile: { id: number } }[];
    expect(await shown(rita.caller)).toMatchObject([1, 2].map(() => ({ mailing_list_id: mailing, messaging_status: 'sent' })));
    expect(await shown(colleague)).toMatchObject(
      [1, 2].map(() => ({ mailing_list_id: null, messaging_status: null, recipients_count: 0 })),
    );
    for (const query of [`?mailing_list=${mailing}`, '?messaging_status=sent']) {
      expect(await shown(rita.caller, query)).toHaveLength(2);
      expect(await shown(colleague, query)).toHaveLength(0);
    }
    expect(await shown(colleague, '?messaging_status=none')).toHaveLength(2);

    const { name } = await good(rita.caller.get(`/api/v6/folders/${vacancy.id}/`));
    const found = async (as: Caller) => {
      const answer = await good(as.get(`/api/v6/profiles/?q=${encodeURIComponent(JSON.stringify([`folder:${name}`]))}`));
      return answer.profiles.map((profile: { recipients: object[] }) => profile.recipients.length);
    };
    expect(await found(rita.caller)).toEqual([1, 1]);
    expect(await found(colleague)).toEqual([0, 0]);

    // Nor is it found out by a filter or from what happened to people.
    expect(await contacted(rita.caller)).toEqual(expect.arrayContaining(profiles));
    for (const id of profiles) expect(await contacted(colleague)).not.toContain(id);
    const happened = async (as: Caller) =>
      (await good(as.get(`/api/profiles_events/?ids=${profiles.join(',')}`))).profiles_events.map(({ event }: { event: string }) => event);
    expect((await happened(rita.caller)).filter((event: string) => event === 'contacted')).toHaveLength(2);
    expect(await happened(colleague)).not.toContain('contacted');
  });

  it('[ROLE-059] [CAND-026] nor do the candidates of a private sequence tell that they are in it', async () => {
    const [anna, boris] = (await addReaders(here, company, 2)) as [Reader, Reader];
    const vacancy = await vacancyWith([anna, boris]);
    const { id: to } = await fillVacancy(here, rita.caller, { profiles: 0 });
    const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Quiet', access_type: 'private', templates: [template] }));
    await good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, { candidate_ids: [vacancy.candidates[0]] }));
    const copy = (as: Caller) =>
      as.post(`/api/v6/sequences/${id}/candidates/copy/`, { destination_folder: to, candidates: vacancy.candidates });
    expect((await copy(colleague)).status).toBe(404);
    expect((await good(copy(rita.caller))).copied).toBe(1);
  });
});
