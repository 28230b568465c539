import { contract } from '@headwater/contract/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf, rowOf } from '#testing/emptiest.ts';
import { goThrough, unreadable } from '#testing/go-through.ts';
import { fill, openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';
import { dropConnection, proxyPage, type StubServer } from '#testing/stub-server.ts';

const staff = userOf('super_user');
const admin = userOf('admin');
const one = { current: 1, total: 1 };
const umbrella = { company_id: 7, company_name: 'Umbrella' };

/** Answers the requests of the screens of the company Umbrella. */
const answerCompany = (server: StubServer) => {
  server.on(contract.companies.find, () => answerOf(contract.companies.find, { ...umbrella, credits: 0 }));
  server.on(contract.companies.info, () => answerOf(contract.companies.info, { ...umbrella, credits: 0 }));
};

const button = (name: string) => screen.findByRole('button', { name });
/** Repeats the query: the dialog may render after its code has loaded. */
const inDialog = (name: string) => waitFor(() => within(screen.getByRole('dialog')).getByRole('button', { name }));
const field = (label: RegExp) => screen.findByLabelText(label);

describe('actions show running, success and failure', () => {
  it('[REQ-015] when a company is created', async () => {
    const { server, hands } = await openApp('/companies/new', { as: staff });
    const created = answerOf(contract.companies.create, { company_id: 7, company_name: 'Umbrella' });
    await fill(hands, await screen.findByLabelText(/^Company name/), 'Umbrella');
    await goThrough(server, {
      call: contract.companies.create,
      answer: () => created,
      act: async () => hands.click(await button('Create company')),
      of: 'form',
      done: 'Umbrella created',
    });
    await waitFor(() => expect(location.pathname).toMatch(/^\/companies\/7\/?$/));
  });

  it('[REQ-015] when a company is given credits', async () => {
    const { server, hands } = await openApp('/companies/7/credit-transactions', { as: staff, answers: answerCompany });
    await hands.click(await button('Change credits'));
    await hands.type(await field(/^Amount/), '50');
    await fill(hands, await field(/^Reason/), 'A start');
    await goThrough(server, {
      call: contract.credits.change,
      answer: ({ amount, reason }) => {
        server.on(contract.credits.ofCompany, () => answerOf(contract.credits.ofCompany, { credits: 50 }));
        return answerOf(contract.credits.change, { amount, reason, balance: 50 });
      },
      act: async () => hands.click(await inDialog('Save')),
      of: 'form',
      done: '50 credits left',
    });
  });

  it('[REQ-015] when counting of credits starts', async () => {
    const { server, hands } = await openApp('/companies/7/credit-transactions', {
      as: staff,
      answers: (stub) => {
        const { find } = contract.companies;
        stub.on(find, () => answerOf(find, { ...umbrella, credits: null, gift_credit_size: 0 }));
        stub.on(contract.credits.ofCompany, () => answerOf(contract.credits.ofCompany, { credits: null }));
      },
    });
    await hands.click(await button('Count credits from now on'));
    await goThrough(server, {
      call: contract.credits.setCounting,
      answer: ({ credits = 0 }) => ({ credits }),
      act: async () => hands.click(await inDialog('Start counting')),
      of: 'form',
      done: 'Counting started with 0 credits',
    });
  });

  it('[REQ-015] when a deleted company is restored', async () => {
    const { server, hands } = await openApp('/companies?state=deleted', {
      as: staff,
      answers: (stub) => {
        const { list } = contract.companies;
        const deleted = rowOf(list, 'companies', { ...umbrella, deleted_at: '2026-11-01T10:00:00Z' });
        stub.on(list, ({ is_deleted: isDeleted }) => answerOf(list, { companies: isDeleted ? [deleted] : [], count: isDeleted ? 1 : 0 }));
      },
    });
    await goThrough(server, {
      call: contract.companies.restore,
      answer: () => ({ without_address: 2 }),
      act: async () => hands.click(await button('Restore Umbrella')),
      of: 'button',
      done: /Umbrella restored\. 2 people cannot sign in/,
    });
  });

  it('[REQ-015] when a company is deleted', async () => {
    const { server, hands } = await openApp('/companies/7', { as: staff, answers: answerCompany });
    await goThrough(server, {
      call: contract.companies.remove,
      answer: () => ({}),
      act: async () => {
        await hands.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'Delete company' }));
        await hands.click(await inDialog('Delete company'));
      },
      of: 'button',
      done: 'Umbrella deleted',
    });
    // DEC-13.
    server.on(contract.companies.restore, () => ({ without_address: 0 }));
    await hands.click(await button('Undo'));
    await screen.findByText('Umbrella restored');
    expect(server.inputsOf(contract.companies.restore)).toEqual([{ id: 7 }]);
  });

  it('[REQ-017] when a link is banned and unbanned', async () => {
    const url = 'https://states.test/one';
    const link = { id: 1, url, banned_by: null, banned_at: '2026-01-05T09:00:00.000Z' };
    const { server, hands } = await openApp('/profiles/ban', {
      as: staff,
      answers: (server) => server.on(contract.bannedLinks.list, () => ({ links: [link], count: 1, pages: one })),
    });
    await hands.click(await button('Ban link'));
    await fill(hands, await field(/^Link/), url);
    await goThrough(server, {
      call: contract.bannedLinks.ban,
      answer: () => ({ url }),
      act: async () => hands.click(await inDialog('Ban')),
      of: 'form',
      done: `Link ${url} banned`,
    });
    await goThrough(server, {
      call: contract.bannedLinks.unban,
      answer: () => ({ url }),
      act: async () => hands.click(await button(`Unban: ${url}`)),
      of: 'button',
      done: `Link ${url} unbanned`,
    });
  });

  it.each([
    ['a system notification', '/notifications/system/edit/3', contract.systemNotifications],
    ['a notification of the extension', '/notifications/edit/3', contract.extensionNotifications],
  ] as const)('[REQ-017] when %s is saved', async (_name, path, calls) => {
    const texts = { id: 3, title: 'Maintenance', content: '<p>Text</p>', description_en: 'New', description_ru: 'Новое' };
    const { server, hands } = await openApp(path, {
      as: staff,
      answers: (server) =>
        server.on(calls.find as typeof contract.systemNotifications.find, () => answerOf(contract.systemNotifications.find, texts)),
    });
    const title = await screen.findByLabelText(/^Title/);
    await fill(hands, title, ' on Sunday');
    await goThrough(server, {
      call: calls.save as typeof contract.systemNotifications.save,
      answer: (saved) => answerOf(contract.systemNotifications.save, { ...texts, ...saved }),
      act: async () => hands.click(await button('Save')),
      of: 'form',
      done: 'Notification saved',
    });
  });

  it('[REQ-016] when an employee is saved', async () => {
    const stan = answerOf(contract.employees.findWorker, { id: 5, first_name: 'Stan', name: 'Stan', email: 'stan@acme.test', ...umbrella });
    const { server, hands } = await openApp('/companies/7/employees/5', {
      as: staff,
      answers: (server) => {
        answerCompany(server);
        server.on(contract.employees.findWorker, () => stan);
      },
    });
    await fill(hands, await screen.findByLabelText(/^Comment/), 'On trial');
    await goThrough(server, {
      call: contract.employees.saveWorker,
      answer: () => stan,
      act: async () => hands.click(await button('Save')),
      of: 'form',
      done: 'Saved',
    });
  });

  it('[REQ-016] when it is chosen what hiring managers see', async () => {
    const { server, hands } = await openApp('/companies/7/hiring-managers/settings', { as: staff, answers: answerCompany });
    await hands.click(await screen.findByRole('switch', { name: /^Tags/ }));
    await goThrough(server, {
      call: contract.hiringManagerSettings.saveOfCompany,
      answer: () => answerOf(contract.hiringManagerSettings.saveOfCompany),
      act: async () => hands.click(await button('Save')),
      of: 'form',
      done: 'Saved',
    });
  });

  it('[REQ-018] when a password is recovered', async () => {
    const { server, hands } = await openApp('/users/recover');
    await fill(hands, await screen.findByLabelText('Email'), 'petra@acme.test');
    await goThrough(server, {
      call: contract.passwords.recover,
      answer: () => ({}),
      act: async () => hands.click(await button('Send link')),
      of: 'form',
      done: 'Check your email',
    });
  });

  it('[REQ-018] when a password is reset', async () => {
    const { server, hands } = await openApp('/users/reset/token-1');
    for (const label of [/^New password/, /^Repeat password/]) await fill(hands, await screen.findByLabelText(label), 'Another-Horse-9');
    await goThrough(server, {
      call: contract.passwords.reset,
      answer: () => ({}),
      act: async () => hands.click(await button('Save password')),
      of: 'form',
      done: 'Password changed',
    });
  });

  it('[REQ-019] when settings of a company are saved', async () => {
    const { server, hands } = await openApp('/companies/7/custom-settings', { as: staff, answers: answerCompany });
    const activity = await screen.findByRole('switch', { name: /^Filters by activity/ });
    await hands.click(activity);
    const form = within(activity.closest('form') ?? document.body);
    await goThrough(server, {
      call: contract.companies.saveCustomSettings,
      answer: () => answerOf(contract.companies.saveCustomSettings),
      act: () => hands.click(form.getByRole('button', { name: 'Save' })),
      of: 'form',
      done: 'Saved',
    });
  });
});

const written = answerOf(contract.vacancyDescriptions.create, {
  id: 9,
  position: 'Engineer',
  company_name: 'Acme',
  responsibilities: 'Builds pipelines',
  body: 'Come and build.',
  progress: 'done',
});

async function openWriter() {
  const { server, hands } = await openApp('/folders/new', {
    as: admin,
    answers: (server) => {
      server.on(contract.vacancyDescriptions.languages, () => ({
        languages: [{ id: 'en' as const, name: 'English' }],
        is_connected: true,
        credits: null,
      }));
      server.on(contract.vacancyDescriptions.create, () => written);
      server.on(contract.vacancyDescriptions.one, () => written);
      server.on(contract.vacancyDescriptions.list, () => ({ descriptions: [written], count: 1, pages: one }));
    },
  });
  await fill(hands, await screen.findByLabelText(/^Name/), 'Engineer');
  await hands.click(await button('Write with AI'));
  const writer = within(await screen.findByRole('dialog', { name: 'Write with AI' }));
  return { server, hands, writer };
}

type Writer = Awaited<ReturnType<typeof openWriter>>;

async function write({ hands, writer }: Writer): Promise<void> {
  await fill(hands, await writer.findByLabelText(/^Company name/), 'Acme');
  await fill(hands, writer.getByLabelText(/^Responsibilities/), 'Builds pipelines');
  await hands.click(writer.getByRole('button', { name: 'Generate' }));
  await waitFor(() => expect(writer.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('Come and build.'));
}

describe('writing the description of a vacancy', () => {
  it('[REQ-021] reports a saved text and a failed save', async () => {
    const opened = await openWriter();
    const { server, hands, writer } = opened;
    await write(opened);
    await fill(hands, writer.getByRole('textbox', { name: 'Text' }), ' Soon.');
    await goThrough(server, {
      call: contract.vacancyDescriptions.update,
      answer: () => written,
      act: () => hands.click(writer.getByRole('button', { name: 'Use this text' })),
      of: 'button',
      done: 'Vacancy description saved',
      within: () => screen.queryByRole('dialog') ?? document.body,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[REQ-021] reports a deleted text and a failed deletion', async () => {
    const { server, hands, writer } = await openWriter();
    await hands.click(await writer.findByRole('combobox', { name: 'Earlier texts' }));
    await hands.click(await screen.findByRole('option', { name: 'Engineer · Acme' }));
    await goThrough(server, {
      call: contract.vacancyDescriptions.remove,
      answer: () => ({}),
      act: async () => {
        await hands.click(await writer.findByRole('button', { name: 'Delete vacancy description' }));
        await hands.click(await screen.findByRole('button', { name: 'Delete' }));
      },
      of: 'button',
      done: 'Vacancy description deleted',
      within: () => screen.queryByRole('dialog', { name: 'Write with AI' }) ?? document.body,
    });
  });

  it('[REQ-021] uses a text that could not be saved', async () => {
    const opened = await openWriter();
    const { server, hands, writer } = opened;
    await write(opened);
    await fill(hands, writer.getByRole('textbox', { name: 'Text' }), ' Soon.');
    server.on(contract.vacancyDescriptions.update, dropConnection);
    await hands.click(writer.getByRole('button', { name: 'Use this text' }));
    await hands.click(await button('Use without saving'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Come and build. Soon.');
  });
});

describe('forms', () => {
  it.each([
    ['a page', () => proxyPage(200)],
    ['the start of an answer', () => new Response('{"detail": "Yo', { headers: { 'content-type': 'application/json' } })],
    ['the start of a refusal', () => new Response('{"detail": "Yo', { status: 503, headers: { 'content-type': 'application/json' } })],
    ['a page without a type', () => new Response('<html>', { status: 502, headers: {} })],
    ['an empty file', () => new Response('', { status: 504, headers: { 'content-type': 'application/octet-stream' } })],
  ])('[REQ-033] shows only a general error for %s', async (_name, answer) => {
    const { server, hands } = await openApp('/users/recover');
    server.on(contract.passwords.recover, answer);
    await fill(hands, await screen.findByLabelText('Email'), 'petra@acme.test');
    await hands.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText(unreadable.form);
  });
});

describe('background jobs', () => {
  it('[REQ-031] fails without a message', async () => {
    const { server } = await openApp('/settings', {
      as: userOf('worker'),
      answers: (server) => {
        server.on(contract.notices.unread, () => proxyPage(403));
        server.on(contract.jobs.list, () => proxyPage(403));
      },
    });
    await screen.findAllByRole('heading', { name: 'Settings' });
    await waitFor(() => expect(server.calls.some(({ path }) => /\/(notices|jobs)\//.test(path))).toBe(true));
    expect(screen.queryByText(/Service unavailable|An error has occurred/i)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
