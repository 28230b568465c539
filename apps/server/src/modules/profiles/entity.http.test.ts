import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProfileView } from '@headwater/contract/profiles';
import { type Caller, useSharedInstallation } from '../../../test/installation.ts';
import { useTemporaryFolder } from '../../../test/temporary-folder.ts';
import { localFiles } from '#platform/files/local.ts';
import { importFiles } from './import/import-files.ts';

const here = useSharedInstallation();

const whole = {
  external_key: 'src:whole',
  first_name: 'Мария',
  last_name: 'Соколова',
  name_latin: 'Maria Sokolova',
  nick: 'msokol',
  headline: 'Data engineer',
  about: 'Builds pipelines.',
  pictures: ['https://pictures.example.test/m.png'],
  locations: [{ city: 'Санкт-Петербург' }, { country: 'Germany', country_code: 'DE' }],
  positions: [
    { title: 'Data engineer', company: 'Acme', start: '2020-04', is_current: true, industry: 'Software', description: 'Kafka' },
    { title: 'Analyst', company: 'Beta', start: '2017-09', end: '2020-03' },
  ],
  skills: [
    {
      name: 'Python',
      is_principal: true,
      norm_rating: 0.8,
      show_achievements: true,
      source: 'github',
      additional_skills: ['pandas', 'NumPy'],
      rating_on_resources: [
        { resource: 'github repo', rating: 0.8 },
        { resource: 'a forum', rating: 0.9 },
      ],
      years: 6,
    },
    { name: 'Perl', deleted: true },
  ],
  educations: [{ institution: 'СПбГУ', level: 'master', field: 'Mathematics', start_year: 2011, end_year: 2017 }],
  courses_and_certificates: [{ name: 'Stream processing', year: 2021 }],
  interests: ['Chess'],
  links: [{ url: 'https://gitlab.com/msokol', domain: 'gitlab.com' }],
  languages: [{ code: 'en', level: 'fluent' }],
  gender: 'female',
  birthdate_exact: '1993-02-01',
  diversity: { race: 'white', gender: 'female' },
  job_seeking: true,
  remote_ready: true,
  likely_to_respond: true,
  hidden_star: true,
  popularity_penalty: true,
  industry: 'Software',
  contacts: [{ type: 'email', value: 'maria.sokolova@candidates.test' }],
};

const folder = useTemporaryFolder('entity');
let caller: Caller;
let id: number;
let view: ProfileView;
beforeAll(async () => {
  const file = join(folder, 'whole.jsonl');
  writeFileSync(file, `${JSON.stringify({ ...whole, updated_on: here.clock.now().toISOString().slice(0, 10) })}\n`);
  const { database } = here.application;
  const store = localFiles(join(folder, 'files'));
  await importFiles({
    files: [file],
    database,
    clock: here.clock,
    dataDir: folder,
    store,
    signing: here.signing,
    screen: { write: () => undefined },
  });
  id = (await here.sql<{ id: number }>("select id from profiles where external_key = 'src:whole'"))[0]?.id ?? 0;
  caller = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  view = (await caller.get(`/api/internal/profiles/${id}/`)).body;
});

describe('a profile that was imported with every field', () => {
  it('[PROF-010] [PROF-011] [PROF-012] returns name and places in the language of the reader', () => {
    expect(view).toMatchObject({ doc_id: id, name: 'Мария Соколова', name_latin: 'Maria Sokolova', nick: 'msokol' });
    expect(view.pictures).toEqual([`/api/v6/profiles/${id}/picture/`]);
    expect(view.locations).toMatchObject([{ city: 'Saint Petersburg', country: 'Russia', country_code: 'RU' }, { country: 'Germany' }]);
  });

  it('[PROF-013] [PROF-015] [PROF-016] [PROF-017] [PROF-019] [PROF-021] returns positions and educations', () => {
    expect(view.current_positions).toMatchObject([{ title: 'Data engineer', company: 'Acme', start: '2020-04' }]);
    expect(view.previous_positions).toMatchObject([{ title: 'Analyst', company: 'Beta', start: '2017-09', end: '2020-03' }]);
    expect(view.educations).toMatchObject([{ institution: 'СПбГУ', level: 'master', start_year: 2011, end_year: 2017 }]);
    expect(view.courses_and_certificates).toEqual([{ name: 'Stream processing', year: 2021 }]);
    expect(view).toMatchObject({ interests: ['Chess'], languages: [{ code: 'en', level: 'fluent' }], industry: 'Software' });
  });

  it('[PROF-014] [PROF-046] [PROF-047] [PROF-048] [PROF-049] [PROF-050] [PROF-052] [PROF-057] returns complete skills without deleted ones', () => {
    expect(view.skills).toHaveLength(1);
    expect(view.skills[0]).toMatchObject({
      name: 'Python',
      is_principal: true,
      deleted: false,
      norm_rating: 0.8,
      rating_on_resources: [{ resource: 'github repo', rating: 0.8 }],
      show_achievements: true,
      source: 'github',
      achievement_percent: 20,
      additional_skills: ['pandas', 'NumPy'],
      band: 'silver',
    });
  });

  it('[PROF-018] [PROF-038] labels its links', () => {
    expect(view.display_links).toEqual([{ url: 'https://gitlab.com/msokol', domain: 'gitlab.com', label: 'GitLab' }]);
  });

  it('[PROF-020] [PROF-022] [PROF-024] [PROF-025] [PROF-026] returns the flags and the personal facts', () => {
    const now = here.clock.now();
    const age = now.getUTCFullYear() - 1993 - (now.getUTCMonth() >= 1 ? 0 : 1);
    expect(view).toMatchObject({ job_seeking: true, age, birthdate_exact: '1993-02-01', gender: 'female' });
    expect(view.diversity).toEqual({ race: 'white', gender: 'female' });
  });

  it('[PROF-040] [PROF-041] [PROF-042] [PROF-043] [PROF-044] returns the marks', () => {
    expect(view).toMatchObject({
      likely_to_respond: true,
      remote_ready: true,
      hidden_star: true,
      popularity_penalty: true,
      recently_updated: true,
    });
  });

  it('[PROF-028] [PROF-029] [PROF-030] [PROF-034] [PROF-037] returns contacts, resumes, vacancies, messages and views', async () => {
    expect(view.contacts).toMatchObject([{ type: 'email', value: null, mask: expect.stringContaining('*') }]);
    const opened = await caller.get(`/api/v6/profiles/${id}/get-contacts/`);
    expect(opened.body.contacts).toMatchObject([{ value: 'maria.sokolova@candidates.test' }]);
    expect((await caller.get(`/api/internal/profiles/${id}/resumes/`)).body).toEqual({ resumes: [] });
    expect((await caller.get(`/api/v6/profiles/${id}/folders/`)).status).toBe(200);
    expect((await caller.get(`/api/v6/mailing_recipients/?profile_id=${id}`)).body.messages).toEqual([]);
    expect((await caller.get(`/api/profiles/${id}/history/`)).body.views).toHaveLength(1);
  });
});
