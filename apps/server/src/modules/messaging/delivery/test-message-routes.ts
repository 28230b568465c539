import { implement } from '@orpc/server';
import { outreach } from '@headwater/contract/outreach';
import type { RequestContext } from '#platform/http/context.ts';
import { sendTest, type TestServices } from './send-test-message.ts';

export function testRoutes(services: TestServices) {
  const api = implement(outreach).$context<RequestContext>();
  return {
    sendTest: api.sendTest.handler(async ({ input, context: { actor } }) => {
      await sendTest(services, actor, input);
      return {};
    }),
  };
}
