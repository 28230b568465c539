import { vi } from 'vitest';
import { mail } from './product-url.ts';
import { patient } from './visit.ts';

export const emailTo = (email: string, fits: RegExp): Promise<string> =>
  vi.waitFor(async () => {
    const inbox = `${mail}/mailbox/${encodeURIComponent(email)}/INBOX`;
    const numbers = [...(await (await fetch(inbox)).text()).matchAll(/INBOX\/(\d+)"/g)].map(([, number]) => Number(number));
    for (const number of numbers.toSorted((one, other) => other - one)) {
      const text = await (await fetch(`${inbox}/${number}?view=text`)).text();
      if (fits.test(text)) return text;
    }
    throw new Error(`no letter to ${email} fits ${fits}`);
  }, patient);
