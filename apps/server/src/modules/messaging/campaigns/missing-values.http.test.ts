import { expect, it } from 'vitest';
import { useInstallation } from '../../../../test/installation.ts';
import { recipientsIn } from '../../../../test/message-fixtures.ts';
import { useMail } from '../../../../test/mail-fixtures.ts';
import { addReaders, good, newList, newRecruiter } from '../../../../test/mailing-fixtures.ts';

const here = useInstallation();
const mail = useMail(here);

it('[EDIT-034] counts the recipients without a value of a variable, and hides them from others', async () => {
  const company = await here.addCompany();
  const rita = await newRecruiter(here, mail, { company });
  const readers = await addReaders(here, company, 3);
  await here.sql(
    `update profiles set data = data || '{"positions": [{"title": "Engineer", "company": "Beta", "is_current": true}]}' where id = $1`,
    [readers[0]?.profile],
  );
  const templates = [
    { subject: 'Hello, {{FIRST_NAME}}', body: '<p>{{COMPANY}} and {{TOPIC}}</p>', custom_variables: [{ name: 'TOPIC', value: '' }] },
  ];
  const { id } = await newList(rita, { readers, templates });
  const path = `/api/v6/mailing_lists/${id}/missing_values/`;
  const missing = { FIRST_NAME: 0, COMPANY: 2, LOCATION: 3, VACANCY: 0, SENDER_NAME: 0, TOPIC: 3 };
  expect(await good(rita.caller.get(path))).toMatchObject({ recipients: 3, missing });
  const [first, second] = await recipientsIn(here).find({ mailing_id: id });
  await good(rita.caller.patch(`/api/v6/mailing_recipients/${first?.id}/`, { custom_data: { TOPIC: 'Go', LOCATION: 'Berlin' } }));
  await good(rita.caller.delete(`/api/v6/mailing_recipients/${second?.id}/`));
  expect(await good(rita.caller.get(path))).toMatchObject({ recipients: 2, missing: { LOCATION: 1, TOPIC: 1 } });
  const stranger = await here.signIn(await here.addUser(await here.addCompany(), 'worker'));
  expect((await stranger.get(path)).status).toBe(404);
});
