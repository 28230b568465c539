import { randomBytes, randomUUID } from 'node:crypto';
import { fileIn } from '../form.ts';
import { fail } from './access.ts';
import { createOpportunity, present } from './opportunities.ts';
import { first, missing, type Route } from './routes.ts';
import type { LeverWorld } from './world.ts';

function opportunityRoutes(world: LeverWorld): Route[] {
  const opportunity = (id: string) => world.opportunities.find((each) => each.id === id);
  return [
    {
      method: 'POST',
      path: '/opportunities',
      right: 'opportunities',
      answer: ({ body, query }, reply) => createOpportunity(world, { body, user: first(query['perform_as']) }, reply),
    },
    {
      method: 'PUT',
      path: '/opportunities/:id/archived',
      right: 'opportunities',
      answer: ({ id, body }, reply) => {
        const found = opportunity(id);
        if (!found) return missing(reply, `opportunities ${id}`);
        if (!world.archiveReasons.some((reason) => reason.id === body['reason'])) return missing(reply, 'archive reason');
        found.archivedAt = world.now().getTime();
        return reply.send({ data: present(world, found, new Set()) });
      },
    },
    {
      method: 'POST',
      path: '/opportunities/:id/notes',
      right: 'notes',
      answer: ({ id, body, query }, reply) => {
        if (!opportunity(id)) return missing(reply, `opportunities ${id}`);
        if (typeof body['value'] !== 'string' || body['value'] === '') return fail(reply, 400, 'value is required');
        const note = { id: randomUUID(), opportunity: id, value: body['value'], user: first(query['perform_as']) ?? null };
        world.notes.push(note);
        return reply.code(201).send({ data: { id: note.id, text: 'Note' } });
      },
    },
    {
      method: 'POST',
      path: '/opportunities/:id/files',
      right: 'files',
      answer: async ({ id, request }, reply) => {
        if (!opportunity(id)) return missing(reply, `opportunities ${id}`);
        const file = await fileIn(request, 'file');
        if (!file) return fail(reply, 400, 'file is required');
        const stored = { id: randomUUID(), opportunity: id, name: file.name, size: file.bytes };
        world.files.push(stored);
        return reply.code(201).send({ data: { ...stored, uploadedAt: world.now().getTime(), status: 'processed' } });
      },
    },
  ];
}

const webhookRoutes = (world: LeverWorld): Route[] => [
  {
    method: 'POST',
    path: '/webhooks',
    right: 'webhooks',
    answer: ({ body }, reply) => {
      const hook = {
        id: randomUUID(),
        url: String(body['url']),
        event: String(body['event']),
        signatureToken: randomBytes(24).toString('hex'),
      };
      world.webhooks.push(hook);
      const { signatureToken, ...shown } = hook;
      return reply.code(201).send({ data: { data: { ...shown, configuration: { signatureToken } } } });
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/:id',
    right: 'webhooks',
    answer: ({ id }, reply) => {
      const at = world.webhooks.findIndex((hook) => hook.id === id);
      if (at < 0) return missing(reply, `webhooks ${id}`);
      world.webhooks.splice(at, 1);
      return reply.code(204).send();
    },
  },
  // The Postings API acts for the person, and would confirm to them.
  {
    method: 'POST',
    path: '/postings/:id/apply',
    right: 'postings',
    answer: ({ body, query }, reply) => {
      if (first(query['send_confirmation_email']) === 'true') world.outbox.push({ to: String(body['email']), subject: 'Your application' });
      return reply.send({ data: { applicationId: randomUUID() } });
    },
  },
];

export const writingRoutes = (world: LeverWorld): Route[] => [...opportunityRoutes(world), ...webhookRoutes(world)];
