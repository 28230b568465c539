import { present } from './opportunities.ts';
import { all, answerPage, first, missing, type Query, type Route } from './routes.ts';
import type { LeverWorld, Posting } from './world.ts';

const presentPosting = ({ id, text, state, location, team }: Posting) => ({
  id,
  text,
  state,
  categories: { location, team, commitment: 'Full-time' },
  urls: { list: 'https://jobs.lever.co/sandbox', show: `https://jobs.lever.co/sandbox/${id}` },
  createdAt: 1_400_000_000_000,
});

function listOpportunities(world: LeverWorld, query: Query) {
  const [emails, contacts, expanded] = [all(query['email']), all(query['contact_id']), new Set(all(query['expand']))];
  const ofEmail = new Set(
    world.contacts
      .filter((contact) => contact.emails.some((email) => emails.some((each) => each.toLowerCase() === email.toLowerCase())))
      .map(({ id }) => id),
  );
  return world.opportunities
    .filter((row) => (emails.length === 0 || ofEmail.has(row.contact)) && (contacts.length === 0 || contacts.includes(row.contact)))
    .map((row) => present(world, row, expanded));
}

export const readingRoutes = (world: LeverWorld): Route[] => [
  {
    method: 'GET',
    path: '/users',
    right: 'users',
    answer: ({ query }, reply) =>
      answerPage(
        world.users.filter(({ deactivatedAt }) => deactivatedAt === null || first(query['includeDeactivated']) === 'true'),
        query,
        reply,
      ),
  },
  {
    method: 'GET',
    path: '/postings',
    right: 'postings',
    answer: ({ query }, reply) => {
      const state = first(query['state']);
      return answerPage(world.postings.filter((each) => state === undefined || each.state === state).map(presentPosting), query, reply);
    },
  },
  {
    method: 'GET',
    path: '/postings/:id',
    right: 'postings',
    answer: ({ id }, reply) => {
      const found = world.postings.find((each) => each.id === id);
      return found ? reply.send({ data: presentPosting(found) }) : missing(reply, `postings ${id}`);
    },
  },
  { method: 'GET', path: '/stages', right: 'stages', answer: ({ query }, reply) => answerPage(world.stages, query, reply) },
  {
    method: 'GET',
    path: '/archive_reasons',
    right: 'archive_reasons',
    answer: ({ query }, reply) => answerPage(world.archiveReasons, query, reply),
  },
  {
    method: 'GET',
    path: '/opportunities',
    right: 'opportunities',
    answer: ({ query }, reply) => answerPage(listOpportunities(world, query), query, reply),
  },
  {
    method: 'GET',
    path: '/contacts/:id',
    right: 'contacts',
    answer: ({ id }, reply) => {
      const found = world.contacts.find((each) => each.id === id);
      return found ? reply.send({ data: { ...found, isAnonymized: false } }) : missing(reply, `contacts ${id}`);
    },
  },
  {
    method: 'GET',
    path: '/opportunities/:id/notes',
    right: 'notes',
    answer: ({ id, query }, reply) => {
      const own = world.notes.filter((note) => note.opportunity === id);
      return answerPage(
        own.map((note) => ({ id: note.id, text: 'Note', fields: [{ type: 'note', text: 'Comment', value: note.value }], user: note.user })),
        query,
        reply,
      );
    },
  },
  {
    method: 'GET',
    path: '/opportunities/:id/files',
    right: 'files',
    answer: ({ id, query }, reply) =>
      answerPage(
        world.files.filter((file) => file.opportunity === id),
        query,
        reply,
      ),
  },
  { method: 'GET', path: '/webhooks', right: 'webhooks', answer: ({ query }, reply) => answerPage(world.webhooks, query, reply) },
];
