import type { OnPhone, Phones } from '#modules/demo/phones-port.ts';
import { openControl } from './control.ts';

export function openPhones(sandbox: { httpPort: number }): Phones & { close(): Promise<void> } {
  const { call, find, close } = openControl(sandbox);
  return {
    async codeFor(phone) {
      const codes = await find<{ code: string }[]>(`telegram/codes?phone=${encodeURIComponent(phone)}`);
      return codes?.[0]?.code;
    },
    messagesOf: async (username) => (await find<OnPhone[]>(`telegram/people/${username}/messages`)) ?? [],
    answer: async (username, answer) => void (await call('POST', `telegram/people/${username}/reply`, answer)),
    read: async (username, phone) => void (await call('POST', `telegram/people/${username}/read`, { phone })),
    close,
  };
}
