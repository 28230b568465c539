import { describe, expect, it } from 'vitest';
import { simName, simState } from './sim.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const card = {
  state: 'connected',
  soft_ban_until: null,
  flood_wait_until: null,
  look_up_wait_until: null,
  frozen_since: null,
  is_online: true,
} as const;
const [before, after] = ['2026-11-24T09:59:00Z', '2026-11-24T10:01:00Z'];

describe('the state of a SIM card', () => {
  it('[TG-037] is the worst current condition', () => {
    expect(simState(card, now)).toBe('works');
    expect(simState({ ...card, is_online: false }, now)).toBe('offline');
    expect(simState({ ...card, soft_ban_until: after }, now)).toBe('restricted');
    expect(simState({ ...card, soft_ban_until: before }, now)).toBe('works');
    expect(simState({ ...card, look_up_wait_until: after }, now)).toBe('no_names');
    expect(simState({ ...card, look_up_wait_until: before }, now)).toBe('works');
    expect(simState({ ...card, look_up_wait_until: after, soft_ban_until: after }, now)).toBe('restricted');
    expect(simState({ ...card, soft_ban_until: after, flood_wait_until: after }, now)).toBe('paused');
    expect(simState({ ...card, frozen_since: before, flood_wait_until: after }, now)).toBe('frozen');
    expect(simState({ ...card, state: 'signed_out', frozen_since: before, soft_ban_until: after }, now)).toBe('signed_out');
  });

  it("comes with the card's name in the company, else its phone", () => {
    expect(simName({ note: '', phone_number: '+79990000000' })).toBe('+79990000000');
    expect(simName({ note: 'Main', phone_number: '+79990000000' })).toBe('Main (+79990000000)');
  });
});
