import type { Call, Handler } from './calls.ts';
import { ScimError } from './protocol/error.ts';
import { listAnswer, type ListRequest, readListRequest } from './protocol/list.ts';

type Answer = ReturnType<typeof listAnswer>;

/** Returns the error if the filter names an unknown attribute. */
async function listOrError(list: Handler, call: Call, request: ListRequest): Promise<Answer | ScimError> {
  try {
    return (await list({ ...call, list: request })).body as Answer;
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidFilter') return error;
    throw error;
  }
}

const emptyList = (startIndex: number) => listAnswer([], { total: 0, startIndex });

/** RFC 7644, 3.4.3. Kinds without a filtered attribute have no results. */
export const searchAll =
  (users: Handler, groups: Handler): Handler =>
  async (call) => {
    const request = readListRequest(call.body ?? {});
    const { startIndex, count } = request;
    const people = await listOrError(users, call, request);
    const { totalResults: before, Resources: first } = people instanceof ScimError ? emptyList(startIndex) : people;
    const rest = { startIndex: Math.max(startIndex - before, 1), count: startIndex > before ? count : count - first.length };
    const others = await listOrError(groups, call, { ...request, ...rest });
    if (people instanceof ScimError && others instanceof ScimError) throw people;
    const { totalResults: more, Resources: second } = others instanceof ScimError ? emptyList(1) : others;
    return { status: 200, body: listAnswer([...first, ...second], { total: before + more, startIndex }) };
  };
