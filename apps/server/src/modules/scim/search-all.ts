import type { Call, Handler } from './calls.ts';
import { ScimError } from './protocol/error.ts';
import { listAnswer, type ListRequest, readListRequest } from './protocol/list.ts';

type Answer = ReturnType<typeof listAnswer>;

/** What one kind of resource has of it; the refusal where it knows nothing of what the filter names. */
async function part(list: Handler, call: Call, request: ListRequest): Promise<Answer | ScimError> {
  try {
    return (await list({ ...call, list: request })).body as Answer;
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidFilter') return error;
    throw error;
  }
}

const none = (startIndex: number) => listAnswer([], { total: 0, startIndex });

/** RFC 7644, 3.4.3: a search over all kinds, people before groups. A kind without an attribute that the filter names has nothing that fits. */
export const searchAll =
  (users: Handler, groups: Handler): Handler =>
  async (call) => {
    const request = readListRequest(call.body ?? {});
    const { startIndex, count } = request;
    const people = await part(users, call, request);
    const { totalResults: before, Resources: first } = people instanceof ScimError ? none(startIndex) : people;
    const rest = { startIndex: Math.max(startIndex - before, 1), count: startIndex > before ? count : count - first.length };
    const others = await part(groups, call, { ...request, ...rest });
    if (people instanceof ScimError && others instanceof ScimError) throw people;
    const { totalResults: more, Resources: second } = others instanceof ScimError ? none(1) : others;
    return { status: 200, body: listAnswer([...first, ...second], { total: before + more, startIndex }) };
  };
