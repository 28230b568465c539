import { expect, it } from 'vitest';
import { useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

it.each(['departments', 'user_groups'])('[EMP-032] [EMP-062] [EMP-065] %s are listed per company for staff', async (folder) => {
  const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
  const companies = [await here.addCompany(), await here.addCompany()];
  for (const id of companies) await staff.post(`/api/internal/${folder}/`, { name: `Hiring ${id}`, company_id: id });
  for (const id of companies)
    expect((await staff.get(`/api/internal/${folder}/?company_id=${id}`)).body).toMatchObject({
      count: 1,
      results: [{ name: `Hiring ${id}` }],
    });
});
