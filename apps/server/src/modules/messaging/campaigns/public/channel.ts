export type { SimCards } from '../services.ts';
export {
  type Channel,
  type Channels,
  type ExplainInput,
  type Explanation,
  explanationOf,
  type Said,
  type Way,
  type Whom,
} from '../channel-port.ts';
