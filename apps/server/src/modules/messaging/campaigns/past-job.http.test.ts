import { beforeAll, expect, it } from 'vitest';
import type { ProfileInput } from '@headwater/contract/profile-data';
import { useInstallation } from '../../../../test/installation.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { good, newRecruiter, type Recruiter } from '../../../../test/mailing-fixtures.ts';
import { addProfiles } from '../../../../test/vacancy-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);
const text = { subject: 'Your work at {{COMPANY}}', body: '<p>Hello, {{FIRST_NAME}}: you were {{POSITION}}.</p>' };
const job = { title: 'Engineer', company: 'Alpha', start: '2015' };

let rita: Recruiter;
beforeAll(async () => {
  rita = await newRecruiter(here, mail, { company: await here.addCompany() });
});

let counter = 0;
async function personWith(positions: ProfileInput['positions']): Promise<number> {
  const [id = 0] = await addProfiles(here, 1, {
    input: { positions, contacts: [{ type: 'email', value: `past${counter++}@people.test` }] },
  });
  return id;
}
const preview = (profile: number, draft: object = text) =>
  good(rita.caller.post('/api/v6/messaging/preview/', { profile_id: profile, ...draft }));

it('[EDIT-044] fills in the latest job even if it ended, and reports that', async () => {
  const left = await personWith([{ ...job, end: '2020-03' }]);
  expect(await preview(left)).toMatchObject({
    subject: 'Your work at Alpha',
    past_variables: ['POSITION', 'COMPANY'],
    empty_variables: [],
  });
  expect(await preview(left, { ...text, subject: 'Hello' })).toMatchObject({ past_variables: ['POSITION'] });
  expect(await preview(left, { subject: 'Hello', body: '<p>Hello</p>' })).toMatchObject({ past_variables: [] });
  // Current, ending in the future, or unknown.
  for (const more of [{ is_current: true }, { end: '2099-01' }, {}])
    expect(await preview(await personWith([{ ...job, ...more }]))).toMatchObject({ past_variables: [] });
  const back = await personWith([
    { ...job, end: '2020-03' },
    { title: 'Lead', company: 'Beta', start: '2021', is_current: true },
  ]);
  expect(await preview(back)).toMatchObject({ subject: 'Your work at Beta', past_variables: [] });
});

it('[EDIT-044] [MAIL-047] reports it for a recipient unless another value was entered', async () => {
  const left = await personWith([{ ...job, end: '2020-03' }]);
  await good(rita.caller.get(`/api/v6/profiles/${left}/get-contacts/`));
  const { id } = await good(rita.caller.post('/api/v6/sequences/', { name: 'Former', templates: [text] }));
  await good(rita.caller.post(`/api/v6/sequences/${id}/add_profile/`, { profile_ids: [left] }));
  const { recipients } = await good(rita.caller.get(`/api/v6/sequences/${id}/recipients/`));
  const one = `/api/v6/mailing_recipients/${recipients[0].id}/`;
  expect((await good(rita.caller.get(`${one}preview/`))).messages).toMatchObject([{ past_variables: ['POSITION', 'COMPANY'] }]);
  await good(rita.caller.patch(one, { custom_data: { COMPANY: 'your own studio' } }));
  expect((await good(rita.caller.get(`${one}preview/`))).messages).toMatchObject([{ past_variables: ['POSITION'] }]);
});
