import { contract } from '@headwater/contract/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerOf } from '#testing/emptiest.ts';
import { openApp } from '#testing/open-app.tsx';
import { userOf } from '#testing/people.ts';

const people = [
  { id: 2, name: 'Alice Morgan', email: 'admin@acme.test' },
  { id: 3, name: 'Henry Own', email: 'hm@acme.test' },
];

const option = (name: RegExp) => screen.findByRole('option', { name });

async function openComment() {
  const { hands } = await openApp('/profiles/7/', {
    as: userOf('worker'),
    answers: (server) => {
      server.on(contract.profiles.get, () => answerOf(contract.profiles.get, { doc_id: 7, name: 'Grace Hopper' }));
      server.on(contract.comments.mentionable, () => ({ people }));
    },
  });
  const field = await waitFor(() => {
    const area = document.querySelector<HTMLTextAreaElement>('textarea[name=text]');
    if (!area) throw new Error('no field of a comment');
    return area;
  });
  await hands.click(field);
  const active = () => document.querySelector(`[id="${field.getAttribute('aria-activedescendant')}"]`);
  return { hands, field, active };
}

describe('an @ in a comment', () => {
  it('suggests people by name and closes on Escape', async () => {
    const { hands, field, active } = await openComment();
    await hands.keyboard('Ask @ali');
    await option(/Alice Morgan/);
    expect(field.getAttribute('role')).toBe('combobox');
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByRole('option', { name: /Henry/ })).toBeNull();
    await hands.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect([field.value, field.getAttribute('role')]).toEqual(['Ask @ali', null]);
  });

  it('gives the reason if no colleague matches', async () => {
    const { hands } = await openComment();
    await hands.keyboard('Ask @zo');
    await screen.findAllByText(/Nobody who can read this comment matches “zo”/);
    await hands.keyboard(' later');
    await waitFor(() => expect(screen.queryByText(/Nobody who can read/)).toBeNull());
  });

  it('inserts a name by Enter, Tab and mouse, also within a text', async () => {
    const { hands, field } = await openComment();
    await hands.keyboard('Ask @morg');
    await option(/Alice Morgan/);
    await hands.keyboard('{Enter}');
    await waitFor(() => expect(field.value).toBe('Ask @Alice Morgan '));
    await hands.keyboard('about it');
    field.setSelectionRange(0, 0);
    // The e-mail address also matches.
    await hands.keyboard('@admin');
    await option(/Alice Morgan/);
    await hands.keyboard('{Tab}');
    await waitFor(() => expect(field.value).toBe('@Alice Morgan Ask @Alice Morgan about it'));
    await hands.keyboard('and @');
    await hands.click(await option(/Henry Own/));
    await waitFor(() => expect(field.value).toBe('@Alice Morgan and @Henry Own Ask @Alice Morgan about it'));
  });

  it('moves by arrow keys and wraps around', async () => {
    const { hands, active } = await openComment();
    await hands.keyboard('@');
    await option(/Henry Own/);
    expect(active()?.textContent).toContain('Alice Morgan');
    await hands.keyboard('{ArrowDown}');
    await waitFor(() => expect(active()?.textContent).toContain('Henry Own'));
    await hands.keyboard('{ArrowDown}');
    await waitFor(() => expect(active()?.textContent).toContain('Alice Morgan'));
    await hands.keyboard('{ArrowUp}');
    await waitFor(() => expect(active()?.textContent).toContain('Henry Own'));
  });
});
