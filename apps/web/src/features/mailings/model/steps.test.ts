import { describe, expect, it } from 'vitest';
import type { MailingTemplateView } from '@headwater/contract/mailing-steps';
import { changeStep, knownVariables, moveStep, newStep, stepErrors, subjectBefore, templateInput, withIds } from './steps.ts';

const first = { ...newStep(), subject: 'Go in Berlin', body: '<p>Hello</p>' };

describe('the messages of a mailing', () => {
  it('[MAIL-003] [SEQ-015] offers a follow-up after three business days, in the same hours and thread', () => {
    const followUp = newStep({ ...first, schedule: { ...first.schedule, from: '10:00', to: '12:00', zone: 'Asia/Tokyo' } });
    expect(followUp.subject).toBe('');
    expect(subjectBefore([first, followUp], followUp.key)).toBe('Go in Berlin');
    expect(followUp.schedule).toMatchObject({ days: 3, kind: 'business', from: '10:00', to: '12:00', zone: 'Asia/Tokyo' });
  });

  it('[SEQ-014] offers a Telegram step with a fallback to the thread of the previous e-mail', () => {
    const message = newStep(first, { channel: 'telegram' });
    expect(message).toMatchObject({ channel: 'telegram', subject: '', fallsBack: true, schedule: { days: 3 } });
    const steps = [first, message];
    expect(subjectBefore(steps, message.key)).toBe('Go in Berlin');
    expect(subjectBefore(steps, first.key)).toBe('');
    expect(templateInput(message)).toMatchObject({ channel: 'telegram', falls_back: true, subject: '', variant_b: null });
  });

  it('[MAIL-006] knows the variables of the e-mail that a follow-up replies to', () => {
    const role = { name: 'ROLE', value: 'Go developer', data: [] };
    const opening = { ...first, subject: '{{ROLE}} in Berlin', custom_variables: [role] };
    const message = { ...newStep(first, { channel: 'telegram' }), subject: 'Instead' };
    const followUp = { ...newStep(first), custom_variables: [{ ...role, value: '' }] };
    const steps = [opening, message, followUp];
    expect(subjectBefore(steps, followUp.key)).toBe('{{ROLE}} in Berlin');
    expect(steps.map((step) => knownVariables(steps, step))).toEqual([[role], [], [role]]);
  });

  it('[MAIL-004] [MAIL-005] moves and changes a message without changing the others', () => {
    const steps = [first, newStep(first), newStep(first)];
    const [one, two, three] = steps.map(({ key }) => key);
    expect(moveStep(steps, 2, 0).map(({ key }) => key)).toEqual([three, one, two]);
    expect(moveStep(steps, 0, 9).map(({ key }) => key)).toEqual([one, two, three]);
    const changed = changeStep(steps, { ...first, subject: 'New' });
    expect(changed.map(({ subject }) => subject)).toEqual(['New', '', '']);
  });

  it('[MAIL-033] keeps text typed while the server assigns an id', () => {
    const made = newStep(first);
    const kept = [{ id: 7 }, { id: 8 }] as MailingTemplateView[];
    const typed = [first, { ...made, body: '<p>more</p>' }];
    const steps = withIds(typed, [first, made], kept);
    expect(steps.map(({ id, body }) => [id, body])).toEqual([
      [7, '<p>Hello</p>'],
      [8, '<p>more</p>'],
    ]);
    expect(templateInput(steps[1] ?? made)).toMatchObject({ id: 8, delay_kind: 'business', send_delay: 3 * 86_400, attachment_ids: [] });
  });

  it('[MAIL-057] assigns the first error of each field to its message', () => {
    const errors = stepErrors({ 'templates.1.subject': 'a', 'templates.1.send_time_to': 'b', 'templates.0': 'c', folder: 'd' });
    expect([...errors]).toEqual([
      [1, { subject: 'a', send_time_to: 'b' }],
      [0, { non_field_errors: 'c' }],
    ]);
  });
});
