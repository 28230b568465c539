import { atsVendors } from '@headwater/domain/ats/vendors';
import { z } from 'zod';
import { defineIntegration, readEvent } from '#modules/connections/integration-port.ts';
import { headerOf, type SignatureRule } from '#platform/http/webhooks/signature.ts';
import { createTeamtailorAdapter } from './adapter.ts';
import { personIdsOf, teamtailorEvent } from './wire.ts';

/** Europe, North America, Australia. */
const ownHosts = ['https://api.teamtailor.com', 'https://api.na.teamtailor.com', 'https://api.au.teamtailor.com'];

/** Version 2: base64 of `t=…,v2=…` over the time and the JSON of the payload. */
const signature: SignatureRule = {
  algorithm: 'sha256',
  encoding: 'hex',
  find(delivery) {
    const [, time, mac] =
      /^t=(\d+),v2=([0-9a-f]+)$/i.exec(Buffer.from(headerOf(delivery, 'TT-Signature') ?? '', 'base64').toString()) ?? [];
    if (time === undefined || mac === undefined) return undefined;
    const { payload } = JSON.parse(delivery.body.toString()) as { payload?: unknown };
    return { signature: mac, content: `${time}.${JSON.stringify(payload)}` };
  },
};

export const teamtailor = defineIntegration({
  name: 'teamtailor',
  title: atsVendors.teamtailor.title,
  settings: z.object({ HEADWATER_TEAMTAILOR_URL: z.url().optional() }),
  open({ clock, openCaller, sandboxUrl, refreshPeople }, { HEADWATER_TEAMTAILOR_URL: url }) {
    const base = sandboxUrl === undefined ? url : `${sandboxUrl}/teamtailor`;
    const ats = createTeamtailorAdapter({
      clock,
      caller: openCaller(url !== undefined),
      hosts: base === undefined ? ownHosts : [base.replace(/\/+$/, '')],
    });
    return {
      ats,
      check: async (connection) => void (await ats.open(connection).jobs()),
      webhook: {
        signature,
        // Teamtailor never repeats a delivery, and its signature contains the time.
        deliveryId: (delivery) => headerOf(delivery, 'TT-Signature'),
        handle: (connection, { body }) => refreshPeople(connection, personIdsOf(readEvent(teamtailorEvent, body))),
      },
    };
  },
});
