// npm run generate: writes files and parts of pages that derive from code. `npm run check` compares
// them.
import { writeGenerated } from './gates/generated.mjs';

writeGenerated();
