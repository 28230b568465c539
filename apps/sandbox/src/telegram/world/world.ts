import type { Faults } from '../faults.ts';
import type { Ledger } from '../ledger.ts';
import type { Boxes } from './boxes.ts';
import type { Files } from './files.ts';
import type { Hub } from './hub.ts';
import type { People } from './people.ts';
import type { SignIns } from './sign-ins.ts';

export type Application = { id: number; hash: string };

export type World = {
  ledger: Ledger;
  people: People;
  boxes: Boxes;
  files: Files;
  hub: Hub;
  signIns: SignIns;
  faults: Faults;
  application: Application;
  address(): { host: string; port: number };
  now(): Date;
  seconds(): number;
};
