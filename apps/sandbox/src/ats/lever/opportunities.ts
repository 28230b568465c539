import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { fail } from './access.ts';
import type { Contact, LeverWorld, Opportunity } from './world.ts';

type Body = Record<string, unknown>;

const texts = (value: unknown) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);

export function present(world: LeverWorld, row: Opportunity, expanded: ReadonlySet<string>) {
  const contact = world.contacts.find(({ id }) => id === row.contact);
  const application = { id: `${row.id}-a`, opportunityId: row.id, type: 'user', posting: row.posting, archived: null };
  return {
    id: row.id,
    name: contact?.name ?? '',
    headline: contact?.headline ?? '',
    contact: row.contact,
    emails: contact?.emails ?? [],
    phones: contact?.phones ?? [],
    links: contact?.links ?? [],
    stage: expanded.has('stage') ? world.stages.find(({ id }) => id === row.stage) : row.stage,
    archived: row.archivedAt === null ? null : { archivedAt: row.archivedAt, reason: world.archiveReasons[0]?.id },
    origin: row.origin,
    owner: row.owner,
    applications: row.posting === null ? [] : [expanded.has('applications') ? application : application.id],
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    confidentiality: 'non-confidential',
    urls: { list: 'https://hire.lever.co/candidates', show: `https://hire.lever.co/candidates/${row.id}` },
  };
}

/** New data of a known contact is added; its old data stays where they differ. */
function contactFor(world: LeverWorld, body: Body): Contact | undefined {
  const emails = texts(body['emails']);
  const isSame = (email: string) => emails.some((each) => each.toLowerCase() === email.toLowerCase());
  const given = typeof body['contact'] === 'string' ? body['contact'] : undefined;
  const known = world.contacts.find(({ id, emails: own }) => (given === undefined ? own.some(isSame) : id === given));
  if (known || given !== undefined) return known;
  const phones = Array.isArray(body['phones']) ? (body['phones'] as { value: string }[]) : [];
  const name = typeof body['name'] === 'string' ? body['name'] : '';
  const headline = typeof body['headline'] === 'string' ? body['headline'] : '';
  const contact = { id: randomUUID(), name, headline, emails, phones, links: texts(body['links']) };
  world.contacts.push(contact);
  return contact;
}

export function addOpportunity(
  world: LeverWorld,
  contact: string,
  { posting, stage, user }: { posting: string | null; stage?: string | undefined; user: string },
): Opportunity {
  const row = {
    id: randomUUID(),
    contact,
    // Without a stage, Lever uses "New lead".
    stage: stage ?? world.stages[0]?.id ?? '',
    posting,
    archivedAt: null,
    origin: 'sourced',
    owner: user,
    createdAt: world.now().getTime(),
  };
  world.opportunities.push(row);
  return row;
}

export function createOpportunity(
  world: LeverWorld,
  { body, user }: { body: Body; user: string | undefined },
  reply: FastifyReply,
): FastifyReply {
  if (!world.users.some(({ id, deactivatedAt }) => id === user && deactivatedAt === null))
    return fail(reply, 400, 'perform_as must be an active user');
  const postings = texts(body['postings']);
  if (postings.length > 1) return fail(reply, 400, 'Only one posting may be specified');
  const [posting = null] = postings;
  const found = world.postings.find(({ id }) => id === posting);
  if (posting !== null && !found) return fail(reply, 404, `postings ${posting} was not found`);
  const stage = typeof body['stage'] === 'string' ? body['stage'] : undefined;
  if (stage !== undefined && !world.stages.some(({ id }) => id === stage)) return fail(reply, 404, `stages ${stage} was not found`);
  const contact = contactFor(world, body);
  if (!contact) return fail(reply, 404, 'contact was not found');
  const row = addOpportunity(world, contact.id, { posting, stage, user: user ?? '' });
  return reply.code(201).send({ data: present(world, row, new Set()) });
}
