import { invalid, missing } from './access.ts';
import { type Body, type Call, present, type Route, textOf } from './routes.ts';
import { addCandidate, shortId, type WorkableWorld } from './world.ts';

const objectIn = (body: Body, name: string): Body => (typeof body[name] === 'object' && body[name] !== null ? (body[name] as Body) : {});

/** Workable splits a whole name. */
function namesIn(given: Body): { firstname: string; lastname: string } {
  const [first = '', ...rest] = textOf(given['name']).split(' ');
  return { firstname: textOf(given['firstname']) || first, lastname: textOf(given['lastname']) || rest.join(' ') };
}

const subjectOfThanks = 'Thank you for applying';

function candidateRoutes(world: WorkableWorld): Route[] {
  const candidateOf = ({ id }: Call) => world.candidates.find((each) => each.id === id);
  const knowsMember = ({ body }: Call) => world.members.some(({ id }) => id === body['member_id']);
  const acceptsCandidates = (shortcode: string) => world.jobs.some((job) => job.shortcode === shortcode && job.state === 'published');
  return [
    {
      method: 'POST',
      path: '/jobs/:id/candidates',
      scope: 'w_candidates',
      answer({ id: job, body }, reply) {
        if (!acceptsCandidates(job)) return missing(reply);
        const given = objectIn(body, 'candidate');
        const [email, names] = [textOf(given['email']), namesIn(given)];
        if (names.firstname === '') return invalid(reply, 'name', "can't be blank");
        if (!email.includes('@')) return invalid(reply, 'email', 'is invalid');
        const { sourced } = body;
        // Without `sourced`, Workable takes the person for uploaded; with false, for an applicant.
        const origin = sourced === undefined ? 'uploaded' : sourced === true ? 'sourced' : 'applied';
        if (origin === 'applied') world.outbox.push({ to: email, subject: subjectOfThanks });
        const more = { headline: textOf(given['headline']) || null, phone: textOf(given['phone']) || null };
        const tags = Array.isArray(given['tags']) ? given['tags'].map(String) : [];
        const created = addCandidate(world, { ...names, ...more, email, job, origin, tags });
        return reply.code(201).send({ status: 'created', candidate: present(world, created) });
      },
    },
    {
      method: 'POST',
      path: '/candidates/:id/copy',
      scope: 'w_candidates',
      answer(call, reply) {
        const found = candidateOf(call);
        const job = textOf(call.body['target_job_shortcode']);
        if (!found || !acceptsCandidates(job)) return missing(reply);
        if (!knowsMember(call)) return invalid(reply, 'member_id', 'is invalid');
        const { firstname, lastname, email, headline, phone, tags } = found;
        const copy = addCandidate(world, { firstname, lastname, email, headline, phone, tags, job, origin: 'sourced' });
        const url = `https://sandbox.workable.com/spi/v3/candidates/${copy.id}`;
        return reply.code(201).send({ status: 'copied', candidate: { id: copy.id, url } });
      },
    },
    {
      method: 'POST',
      path: '/candidates/:id/disqualify',
      scope: 'w_candidates',
      answer(call, reply) {
        const found = candidateOf(call);
        if (!found) return missing(reply);
        if (!knowsMember(call)) return invalid(reply, 'member_id', 'is invalid');
        if (found.disqualified) return invalid(reply, 'candidate', 'is already disqualified');
        Object.assign(found, { disqualified: true, withdrew: call.body['withdrew'] === true });
        return reply.send({ status: 'disqualified' });
      },
    },
    {
      method: 'POST',
      path: '/candidates/:id/comments',
      scope: 'w_candidates',
      answer(call, reply) {
        if (!candidateOf(call)) return missing(reply);
        if (!knowsMember(call)) return invalid(reply, 'member_id', 'is invalid');
        const comment = objectIn(call.body, 'comment');
        const [body, file] = [textOf(comment['body']), objectIn(comment, 'attachment')];
        if (body === '') return invalid(reply, 'body', "can't be blank");
        const attachment = textOf(file['name']) || null;
        if (attachment !== null && textOf(file['data']) === '') return invalid(reply, 'attachment', 'is empty');
        const memberId = textOf(call.body['member_id']);
        const id = shortId();
        world.comments.push({ id, candidateId: call.id, memberId, body, attachment, createdAt: world.now().toISOString() });
        return reply.code(201).send({ id });
      },
    },
  ];
}

const subscriptionRoutes = (world: WorkableWorld): Route[] => [
  {
    method: 'GET',
    path: '/subscriptions',
    scope: 'r_candidates',
    answer: (_call, reply) => reply.send({ subscriptions: world.subscriptions }),
  },
  {
    method: 'POST',
    path: '/subscriptions',
    scope: 'r_candidates',
    answer({ body }, reply) {
      const [target, event] = [textOf(body['target']), textOf(body['event'])];
      if (!URL.canParse(target)) return invalid(reply, 'target', 'is invalid');
      if (world.subscriptions.some((each) => each.target === target)) return reply.code(409).send({ error: 'Target is already taken' });
      const id = 1 + Math.max(0, ...world.subscriptions.map((each) => each.id));
      world.subscriptions.push({ id, target, event });
      return reply.code(201).send({ id });
    },
  },
  {
    method: 'DELETE',
    path: '/subscriptions/:id',
    scope: 'r_candidates',
    answer({ id }, reply) {
      const at = world.subscriptions.findIndex((each) => String(each.id) === id);
      if (at < 0) return missing(reply);
      world.subscriptions.splice(at, 1);
      return reply.send({});
    },
  },
];

export const writingRoutes = (world: WorkableWorld): Route[] => [...candidateRoutes(world), ...subscriptionRoutes(world)];
